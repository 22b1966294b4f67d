import type { PaymentLinkState } from '#domain/payment-links/payment-link.ts'
import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'

/** What the search says, in French. */
const french = {
  title: 'Recherche',
  results: 'Résultats',
  nothingFor: (text: string) => `Rien pour «\u00A0${text}\u00A0».`,
  whatFor: 'Que cherchez-vous\u00A0?',
  whatToType:
    'Tapez un numéro entier ou ses quatre derniers chiffres, un nom, un montant, une référence (la vôtre ou celle de l’opérateur) ou un numéro de reçu.',
  narrower:
    'Il y en a d’autres\u00A0: ajoutez un mot, ou tapez le numéro entier pour trouver le bon.',
  tooLong: 'Votre recherche est trop longue',
  tooLongLine: 'Votre recherche est trop longue.',
  tooLongText: (most: number) =>
    `${most} caractères suffisent\u00A0: un numéro, un nom ou une référence.`,
  hits: {
    payment: 'Paiement',
    payout: 'Retrait',
    refund: 'Remboursement',
    paymentLink: 'Lien de paiement',
    nameless: 'Sans nom',
    freeAmount: 'montant libre',
  },
  closedLinks: {
    inactive: 'Désactivé',
    cancelled: 'Annulé',
  } satisfies Record<Exclude<PaymentLinkState, 'active'>, string>,
}

const english: typeof french = {
  title: 'Search',
  results: 'Results',
  nothingFor: (text) => `Nothing found for “${text}”.`,
  whatFor: 'What are you looking for?',
  whatToType:
    'Type a whole phone number or its last four digits, a name, an amount, a reference (yours or the operator’s) or a receipt number.',
  narrower: 'There are more: add a word, or type the whole number to find the right one.',
  tooLong: 'Your search is too long',
  tooLongLine: 'Your search is too long.',
  tooLongText: (most) => `${most} characters are enough: a number, a name or a reference.`,
  hits: {
    payment: 'Payment',
    payout: 'Payout',
    refund: 'Refund',
    paymentLink: 'Payment link',
    nameless: 'No name',
    freeAmount: 'open amount',
  },
  closedLinks: {
    inactive: 'Disabled',
    cancelled: 'Cancelled',
  },
}

export const searchWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

/** In the language of the page. */
export function useSearchWords(): typeof french {
  return searchWords[useScope().language]
}
