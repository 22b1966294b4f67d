import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'
import { english } from './english.tsx'
import { french, type TransactionListWords } from './french.tsx'

/** What the pages of transactions say; a sentence that a language lacks does not compile. */
export const transactionListWords: Readonly<Record<Language, TransactionListWords>> = {
  fr: french,
  en: english,
}

export const useTransactionListWords = inPageLanguage(transactionListWords)
