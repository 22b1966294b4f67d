import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'
import { english } from './english.tsx'
import { french, type PayoutWords } from './french.tsx'

/** What the pages of payouts say; those of files have their own table. */
export const payoutWords: Readonly<Record<Language, PayoutWords>> = { fr: french, en: english }

export const usePayoutWords = inPageLanguage(payoutWords)
