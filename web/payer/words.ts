import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'
import { english } from './english.tsx'
import { french, type PayerWords } from './french.tsx'

/** The texts of payers' pages; if a language lacks a sentence, it does not compile. */
export const payerWords: Readonly<Record<Language, PayerWords>> = { fr: french, en: english }

export const usePayerWords = inPageLanguage(payerWords)
