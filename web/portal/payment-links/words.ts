import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'
import { english } from './english.tsx'
import { french, type PaymentLinkWords } from './french.tsx'

/** What the pages of payment links say. */
export const paymentLinkWords: Readonly<Record<Language, PaymentLinkWords>> = {
  fr: french,
  en: english,
}

/** In the language of the page. */
export function usePaymentLinkWords(): PaymentLinkWords {
  return paymentLinkWords[useScope().language]
}
