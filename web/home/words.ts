import type { Language } from '#domain/text/language.ts'
import { serviceNames } from '#domain/text/service-name.ts'
import { useScope } from '#web/design/scope.ts'

/** What the page says, in French. */
const french = {
  title: serviceNames.fr,
  note: 'Bénin · Mobile Money',
  heading: 'Encaissez et payez par Mobile Money',
  merchant: 'Vous êtes commerçant',
  merchantText:
    'Encaissez par lien, QR code ou terminal, suivez vos paiements et retirez votre argent.',
  open: 'Ouvrir mon espace',
  signUp: 'Inscrire mon commerce',
  payer: 'Vous voulez payer',
  payerText:
    'Ouvrez le lien que le commerçant vous a envoyé, ou scannez son QR code\u00A0: votre paiement s’y trouve.',
  docs: 'Documentation pour développeurs',
}

const english: typeof french = {
  title: serviceNames.en,
  note: 'Benin · Mobile Money',
  heading: 'Get paid and pay by Mobile Money',
  merchant: 'You are a merchant',
  merchantText:
    'Get paid by link, QR code or terminal, follow your payments and withdraw your money.',
  open: 'Open my account',
  signUp: 'Sign up my business',
  payer: 'You want to pay',
  payerText:
    'Open the link that the merchant sent you, or scan their QR code: your payment is there.',
  docs: 'Documentation for developers',
}

export const homeWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

/** In the language of the page. */
export function useHomeWords(): typeof french {
  return homeWords[useScope().language]
}
