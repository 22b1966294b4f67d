import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'
import { english } from './english.tsx'
import { type DashboardWords, french } from './french.tsx'

/** What the first page says; a sentence that a language lacks does not compile. */
export const dashboardWords: Readonly<Record<Language, DashboardWords>> = {
  fr: french,
  en: english,
}

/** In the language of the page. */
export function useDashboardWords(): DashboardWords {
  return dashboardWords[useScope().language]
}
