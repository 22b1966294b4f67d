import type { ComponentChildren } from 'preact'
import type { Language } from '#domain/text/language.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { inPageLanguage } from '#web/design/scope.ts'

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
  denied: 'Paiement annulé par l’opérateur',
  testFor: (merchant: ComponentChildren) => <>simulé pour {merchant}</>,
  deniedFor: (merchant: ComponentChildren) => <>avaient été payés à {merchant}</>,
  deniedText: (method: string, merchant: ComponentChildren) => (
    <>
      {method} avait confirmé ce paiement. Il répond depuis que l’argent n’a pas été pris, ou qu’il
      a été rendu. {merchant} décide de la suite
      {'\u00A0'}: demandez-lui.
    </>
  ),
  /** What a messaging app shows with the address: nothing about the payer, nor what was bought. */
  preview: (amount: string, merchant: string) => `Reçu\u00A0: ${amount} payés à ${merchant}.`,
  testPreview: (amount: string, merchant: string) =>
    `Reçu de test\u00A0: ${amount} simulés pour ${merchant}.`,
  deniedPreview: (amount: string, merchant: string) =>
    `${amount} payés à ${merchant}, puis annulés par l’opérateur.`,
  compare: 'Comparez le montant, la date et le numéro de reçu avec ceux qui vous sont présentés.',
  refunded: 'Paiement remboursé depuis',
  refundedText: (amount: ComponentChildren) => <>{amount} ont été rendus au payeur.</>,
  amount: 'Montant',
  fees: 'Frais',
  total: 'Total payé',
  deniedTotal: 'Total',
  what: 'Objet',
  method: 'Moyen de paiement',
  payer: 'Payeur',
  phone: 'Numéro',
  number: 'Reçu n°',
  reference: 'Référence',
  operatorReference: 'Réf. opérateur',
  origin: 'Origine',
  contact: 'Contact',
  bank: 'La banque',
  /** The same of a payout, which the merchant made. */
  payout: {
    real: 'Versement authentique',
    test: 'Versement de test',
    realFor: (merchant: ComponentChildren) => <>versés par {merchant}</>,
    denied: 'Versement annulé',
    testFor: (merchant: ComponentChildren) => <>versement simulé par {merchant}</>,
    deniedFor: (merchant: ComponentChildren) => <>avaient été versés par {merchant}</>,
    deniedText: (method: string, merchant: ComponentChildren) => (
      <>
        {method} avait confirmé ce versement, puis a répondu que l’argent n’était pas parti, ou
        qu’il était revenu. {merchant} décide de la suite{'\u00A0'}: demandez-lui.
      </>
    ),
    preview: (amount: string, merchant: string) => `Reçu\u00A0: ${amount} versés par ${merchant}.`,
    testPreview: (amount: string, merchant: string) =>
      `Reçu de test\u00A0: versement de ${amount} simulé par ${merchant}.`,
    deniedPreview: (amount: string, merchant: string) =>
      `${amount} versés par ${merchant}, puis annulés.`,
    total: 'Total débité',
    payer: 'Bénéficiaire',
  },
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
  denied: 'Payment cancelled by the operator',
  testFor: (merchant: ComponentChildren) => <>simulated for {merchant}</>,
  deniedFor: (merchant: ComponentChildren) => <>had been paid to {merchant}</>,
  deniedText: (method: string, merchant: ComponentChildren) => (
    <>
      {method} had confirmed this payment. It has since answered that the money was not taken, or
      was given back. What happens next is for {merchant} to decide: ask them.
    </>
  ),
  preview: (amount: string, merchant: string) => `Receipt: ${amount} paid to ${merchant}.`,
  testPreview: (amount: string, merchant: string) =>
    `Test receipt: ${amount} simulated for ${merchant}.`,
  deniedPreview: (amount: string, merchant: string) =>
    `${amount} paid to ${merchant}, then cancelled by the operator.`,
  compare: 'Compare the amount, the date and the receipt number with those you are shown.',
  refunded: 'Payment refunded since',
  refundedText: (amount: ComponentChildren) => <>{amount} were given back to the payer.</>,
  amount: 'Amount',
  fees: 'Fees',
  total: 'Total paid',
  deniedTotal: 'Total',
  what: 'For',
  method: 'Payment method',
  payer: 'Payer',
  phone: 'Number',
  number: 'Receipt no.',
  reference: 'Reference',
  operatorReference: 'Operator ref.',
  origin: 'Origin',
  contact: 'Contact',
  bank: 'The bank',
  payout: {
    real: 'Genuine payout',
    test: 'Test payout',
    realFor: (merchant: ComponentChildren) => <>paid out by {merchant}</>,
    denied: 'Payout cancelled',
    testFor: (merchant: ComponentChildren) => <>payout simulated by {merchant}</>,
    deniedFor: (merchant: ComponentChildren) => <>had been paid out by {merchant}</>,
    deniedText: (method: string, merchant: ComponentChildren) => (
      <>
        {method} had confirmed this payout, then answered that the money never left, or came back.
        What happens next is for {merchant} to decide: ask them.
      </>
    ),
    preview: (amount: string, merchant: string) => `Receipt: ${amount} paid out by ${merchant}.`,
    testPreview: (amount: string, merchant: string) =>
      `Test receipt: payout of ${amount} simulated by ${merchant}.`,
    deniedPreview: (amount: string, merchant: string) =>
      `${amount} paid out by ${merchant}, then cancelled.`,
    total: 'Total debited',
    payer: 'Recipient',
  },
}

export type VerificationWords = typeof french

export const verificationWords: Readonly<Record<Language, VerificationWords>> = {
  fr: french,
  en: english,
}

/** What is said of a payment; a payout went the other way. */
export function wordsOf(
  { type }: Pick<TransactionRecord, 'type'>,
  language: Language,
): VerificationWords {
  const words = verificationWords[language]
  return type === 'payout' ? { ...words, ...words.payout } : words
}

export const useVerificationWords = inPageLanguage(verificationWords)
