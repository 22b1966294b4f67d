import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'

/** What the page says, in French. */
const french = {
  accepted: 'Paiement validé',
  acceptedText:
    'Votre réponse est enregistrée. Vous pouvez fermer cette page et retourner à la boutique.',
  refused: 'Paiement refusé',
  refusedText:
    'Aucune somme n’est débitée. Vous pouvez fermer cette page et retourner à la boutique.',
  late: 'Délai dépassé',
  lateText:
    'Ce paiement a expiré. Aucune somme n’est débitée. Pour recommencer, retournez à la boutique.',
  card: {
    title: 'Validation du paiement',
    ask: 'Votre banque vous demande de valider ce paiement par carte.',
    accept: 'Valider le paiement',
  },
  mandate: {
    title: 'Mandat de prélèvement',
    ask: 'Votre banque vous demande d’autoriser ce prélèvement sur votre compte.',
    accept: 'Autoriser le prélèvement',
  },
  cardNumber: 'Carte',
  amount: 'Montant',
  refuse: 'Refuser',
}

const english: typeof french = {
  accepted: 'Payment approved',
  acceptedText: 'Your answer is recorded. You can close this page and go back to the shop.',
  refused: 'Payment refused',
  refusedText: 'Nothing is debited. You can close this page and go back to the shop.',
  late: 'Time is up',
  lateText: 'This payment has expired. Nothing is debited. To start again, go back to the shop.',
  card: {
    title: 'Approve the payment',
    ask: 'Your bank asks you to approve this card payment.',
    accept: 'Approve the payment',
  },
  mandate: {
    title: 'Direct debit mandate',
    ask: 'Your bank asks you to allow this direct debit from your account.',
    accept: 'Allow the direct debit',
  },
  cardNumber: 'Card',
  amount: 'Amount',
  refuse: 'Refuse',
}

export const confirmationWords: Readonly<Record<Language, typeof french>> = {
  fr: french,
  en: english,
}

/** In the language of the page. */
export function useConfirmationWords(): typeof french {
  return confirmationWords[useScope().language]
}
