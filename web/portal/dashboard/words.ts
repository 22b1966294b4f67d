import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'
import { english } from './english.tsx'
import { type DashboardWords, french } from './french.tsx'

/** The texts of the first page; if a language lacks a sentence, it does not compile. */
export const dashboardWords: Readonly<Record<Language, DashboardWords>> = {
  fr: french,
  en: english,
}

export const useDashboardWords = inPageLanguage(dashboardWords)
