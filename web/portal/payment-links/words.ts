import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'
import { english } from './english.tsx'
import { french, type PaymentLinkWords } from './french.tsx'

/** What the pages of payment links say. */
export const paymentLinkWords: Readonly<Record<Language, PaymentLinkWords>> = {
  fr: french,
  en: english,
}

export const usePaymentLinkWords = inPageLanguage(paymentLinkWords)
