import type { ComponentChildren } from 'preact'
import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'

/** What the page says, in French. */
const french = {
  notFound: 'Reçu introuvable',
  notFoundText: 'Aucun paiement ne correspond à cette adresse.',
  beware: 'Ne remettez rien sur la foi de ce reçu',
  bewareText:
    'Un reçu authentique ouvre toujours cette page avec le détail du paiement. Scannez de nouveau le code QR, ou recopiez l’adresse sans en changer une lettre.',
  real: 'Paiement authentique',
  test: 'Paiement de test',
  realFor: (merchant: ComponentChildren) => <>payés à {merchant}</>,
  testFor: (merchant: ComponentChildren) => <>simulé pour {merchant}</>,
  /** What a message shows beside the address: nothing about the payer, nor what was bought. */
  preview: (amount: string, merchant: string) => `Reçu\u00A0: ${amount} payés à ${merchant}.`,
  testPreview: (amount: string, merchant: string) =>
    `Reçu de test\u00A0: ${amount} simulés pour ${merchant}.`,
  compare: 'Comparez le montant, la date et le numéro de reçu avec ceux qui vous sont présentés.',
  refunded: 'Paiement remboursé depuis',
  refundedText: (amount: ComponentChildren) => <>{amount} ont été rendus au payeur.</>,
  amount: 'Montant',
  fees: 'Frais',
  total: 'Total payé',
  what: 'Objet',
  method: 'Moyen de paiement',
  payer: 'Payeur',
  phone: 'Numéro',
  number: 'Reçu n°',
  reference: 'Référence',
  operatorReference: 'Réf. opérateur',
  origin: 'Origine',
  contact: 'Contact',
}

const english: typeof french = {
  notFound: 'Receipt not found',
  notFoundText: 'No payment belongs to this address.',
  beware: 'Hand over nothing on the strength of this receipt',
  bewareText:
    'A genuine receipt always opens this page with the details of the payment. Scan the QR code again, or copy the address without changing a letter.',
  real: 'Genuine payment',
  test: 'Test payment',
  realFor: (merchant: ComponentChildren) => <>paid to {merchant}</>,
  testFor: (merchant: ComponentChildren) => <>simulated for {merchant}</>,
  preview: (amount: string, merchant: string) => `Receipt: ${amount} paid to ${merchant}.`,
  testPreview: (amount: string, merchant: string) =>
    `Test receipt: ${amount} simulated for ${merchant}.`,
  compare: 'Compare the amount, the date and the receipt number with those you are shown.',
  refunded: 'Payment refunded since',
  refundedText: (amount: ComponentChildren) => <>{amount} were given back to the payer.</>,
  amount: 'Amount',
  fees: 'Fees',
  total: 'Total paid',
  what: 'For',
  method: 'Payment method',
  payer: 'Payer',
  phone: 'Number',
  number: 'Receipt no.',
  reference: 'Reference',
  operatorReference: 'Operator ref.',
  origin: 'Origin',
  contact: 'Contact',
}

export type VerificationWords = typeof french

export const verificationWords: Readonly<Record<Language, VerificationWords>> = {
  fr: french,
  en: english,
}

/** In the language of the page. */
export function useVerificationWords(): VerificationWords {
  return verificationWords[useScope().language]
}
