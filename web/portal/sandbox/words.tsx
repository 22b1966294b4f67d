import type { ComponentChildren } from 'preact'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the tools of test mode say, in French. */
const french = {
  title: 'Outils de test',
  payment: {
    title: 'Créer un paiement de test',
    create: 'Créer le paiement',
    amount: 'Montant',
    operator: 'Opérateur',
    result: 'Résultat à simuler',
    /** What the payment is called in lists, and who pays it. */
    description: 'Paiement de test',
    customer: 'Client de test',
    ending: (ending: string, outcome: string) => `${ending}\u00A0: ${outcome}`,
    amountFault: 'Écrivez un montant plus grand que zéro.',
  },
  waiting: {
    title: 'À décider',
    none: 'Rien n’attend. Un paiement du numéro 0005 s’arrête ici jusqu’à ce que vous décidiez, ou qu’il expire.',
    caption: 'Paiements à décider',
    types: { collection: 'Paiement', payout: 'Retrait' },
    expires: 'Expire',
    amount: 'Montant',
  },
  decision: {
    title: 'Décision',
    yours: 'À vous de décider',
    text: (time: ComponentChildren) => (
      <>
        En mode test, vous répondez à la place de l’opérateur. Sans réponse, ce paiement expire{' '}
        {time}.
      </>
    ),
    decide: 'Décider',
    how: 'Comment finit-il\u00A0?',
    succeeded: 'Il réussit',
    succeededNote: 'Le payeur a validé',
    failed: 'Il échoue',
    failedNote: 'Pour la raison que vous choisissez',
    expired: 'Il expire',
    expiredNote: 'Le payeur n’a pas répondu à temps',
    reason: 'Raison de l’échec',
    taken: 'Votre réponse est partie, comme celle d’un opérateur.',
    tooLate: 'Ce paiement n’attendait plus de décision\u00A0: il est déjà décidé ou expiré.',
  },
  /** The numbers and cards whose outcome is known. */
  numbers: {
    title: 'Numéros et cartes de test',
    text: 'Les quatre derniers chiffres du numéro décident, chez tous les opérateurs. Toute autre fin réussit.',
    collections: 'Paiements par Mobile Money',
    cards: 'Cartes',
    cardsCaption: 'Cartes de test',
    cardsText:
      'Toute autre carte valable réussit. L’expiration et le code peuvent être quelconques.',
    debits: 'Prélèvements',
    debitsText: 'Comme les paiements par Mobile Money, et de plus\u00A0:',
    payouts: 'Retraits',
    refunds: 'Remboursements',
    refundsText: 'Le numéro est celui qui a payé.',
    unrefundable: 'Réussit, mais son remboursement échoue (recipient_rejected)',
    result: 'Résultat à simuler',
    toCopy: 'Numéro à copier',
    copy: 'Copier le numéro',
  },
}

/** The same in English. */
const english: typeof french = {
  title: 'Test tools',
  payment: {
    title: 'Create a test payment',
    create: 'Create payment',
    amount: 'Amount',
    operator: 'Operator',
    result: 'Result to simulate',
    description: 'Test payment',
    customer: 'Test customer',
    ending: (ending, outcome) => `${ending}: ${outcome}`,
    amountFault: 'Enter an amount greater than zero.',
  },
  waiting: {
    title: 'Waiting for your decision',
    none: 'Nothing is waiting. A payment from a number ending in 0005 stops here until you decide, or it expires.',
    caption: 'Payments waiting for your decision',
    types: { collection: 'Payment', payout: 'Payout' },
    expires: 'Expires',
    amount: 'Amount',
  },
  decision: {
    title: 'Decision',
    yours: 'Your decision',
    text: (time: ComponentChildren) => (
      <>
        In test mode, you answer on the operator’s behalf. Without an answer, this payment expires{' '}
        {time}.
      </>
    ),
    decide: 'Decide',
    how: 'How does it end?',
    succeeded: 'It succeeds',
    succeededNote: 'The payer approved',
    failed: 'It fails',
    failedNote: 'For the reason you choose',
    expired: 'It expires',
    expiredNote: 'The payer did not answer in time',
    reason: 'Reason for the failure',
    taken: 'Your answer was sent, just as an operator’s would be.',
    tooLate:
      'This payment was no longer waiting for a decision: it has already been decided or has expired.',
  },
  numbers: {
    title: 'Test numbers and cards',
    text: 'The last four digits of the number decide the result, with any operator. Any other ending succeeds.',
    collections: 'Mobile Money payments',
    cards: 'Cards',
    cardsCaption: 'Test cards',
    cardsText: 'Any other valid card succeeds, with any expiry date and security code.',
    debits: 'Direct debits',
    debitsText: 'The same as for Mobile Money payments, plus:',
    payouts: 'Payouts',
    refunds: 'Refunds',
    refundsText: 'The number is the one that paid.',
    unrefundable: 'Succeeds, but its refund fails (recipient_rejected)',
    result: 'Simulated result',
    toCopy: 'Number to copy',
    copy: 'Copy the number',
  },
}

export type SandboxWords = typeof french

export const sandboxWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

export const useSandboxWords = inPageLanguage(sandboxWords)
