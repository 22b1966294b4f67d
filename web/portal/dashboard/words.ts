import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'
import { english } from './english.tsx'
import { type DashboardWords, french } from './french.tsx'

/** The texts of the first page; if a language lacks a sentence, it does not compile. */
export const dashboardWords: Readonly<Record<Language, DashboardWords>> = {
  fr: french,
  en: english,
}

/** In the language of the page. */
export function useDashboardWords(): DashboardWords {
  return dashboardWords[useScope().language]
}
