import type { Language } from './language.ts'

/** The service's own name, wherever a page does not speak for a merchant. */
export const serviceName = 'Service de paiement'

/** The same in each language of its pages. */
export const serviceNames: Readonly<Record<Language, string>> = {
  fr: serviceName,
  en: 'Payment service',
}
