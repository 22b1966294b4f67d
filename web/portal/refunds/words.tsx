import type { ComponentChildren } from 'preact'
import type { FinalRefundStatus, RefundStatus } from '#domain/refunds/refund.ts'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the pages of refunds say, in French. */
const french = {
  list: {
    title: 'Remboursements',
    caption: 'Remboursements, les plus récents d’abord',
    ofPayment: 'Remboursements de ce paiement',
    payer: 'Payeur',
    reason: 'Motif',
    when: 'Quand',
    asked: 'Demandé',
    status: 'Statut',
    amount: 'Montant',
    left: (amount: ComponentChildren) => (
      <>
        Reste remboursable{'\u00A0'}: {amount}
      </>
    ),
  },
  nothing: {
    inState: 'Aucun remboursement pour ce choix',
    all: 'Voir tous les remboursements',
    yet: 'Aucun remboursement',
    yetText: (transactions: ComponentChildren) => (
      <>
        Pour rendre un paiement, en entier ou en partie, ouvrez-le dans {transactions} et choisissez
        «{'\u00A0'}Rembourser{'\u00A0'}».
      </>
    ),
    transactions: 'vos paiements',
  },
  statuses: {
    pending: 'En vérification',
    approved: 'Approuvé',
    processing: 'En cours',
    succeeded: 'Remboursé',
    rejected: 'Refusé',
    failed: 'Échoué',
    cancelled: 'Annulé',
  } satisfies Record<RefundStatus, string>,
  page: {
    title: 'Remboursement',
    heading: (payer: string) => `Remboursement à ${payer}`,
    all: 'Tous les remboursements',
    course: 'Déroulement',
    amounts: 'Montants',
    paid: 'Payé',
    refundedInAll: 'Remboursé en tout',
    thisRefund: 'Ce remboursement',
    request: 'Demande',
    payment: 'Paiement',
    payer: 'Payeur',
    id: 'Identifiant',
    copyId: 'Copier l’identifiant',
  },
  cancel: {
    title: 'Annuler ce remboursement',
    text: 'Tant que nos équipes ne l’ont pas approuvé, il s’annule et son montant revient sur votre solde.',
    button: 'Annuler le remboursement',
    done: 'Remboursement annulé. Le montant est revenu sur votre solde.',
  },
  /** In test mode. */
  decision: {
    title: 'À vous de décider',
    text: 'En mode réel, nos équipes valident chaque remboursement avant l’envoi. En mode test, vous décidez à leur place\u00A0; le numéro du payeur décide ensuite si l’envoi réussit.',
    approve: 'Approuver',
    reject: 'Refuser',
    done: 'Votre décision est partie, comme celle de nos équipes.',
  },
  course: {
    asked: 'Remboursement demandé',
    by: (person: string) => `Par ${person}`,
    approved: 'Approuvé par nos équipes',
    approvedInTest: 'Approuvé par vous, en mode test',
    rejectedInTest: 'Refusé en mode test',
    approvedInPart: (given: number, needed: number) => `Approbation ${given} sur ${needed}`,
    toApprove: 'Nos équipes l’examinent',
    byTwo: 'Ce montant demande l’accord de deux personnes.',
    operator: (operator: string) => `Réponse de ${operator} attendue`,
    late: 'Elle tarde\u00A0: nos équipes sont prévenues et suivent ce remboursement.',
    returned: 'Le montant est revenu sur votre solde.',
  },
  ends: {
    succeeded: 'Remboursement reçu par le payeur',
    failed: 'Remboursement échoué',
    rejected: 'Refusé par nos équipes',
    cancelled: 'Annulé par vous',
  } satisfies Record<FinalRefundStatus, string>,
  request: {
    title: 'Rembourser',
    heading: (payer: string) => `Rembourser ${payer}`,
    back: 'Le paiement',
    button: 'Demander le remboursement',
    amount: 'Montant rendu au payeur',
    amountHint: (most: string) => `Au plus ${most}. Laissez-le tel quel pour tout rendre.`,
    reason: 'Motif',
    reasonHint:
      'Nos équipes le lisent avant d’approuver\u00A0; votre site le reçoit aussi, s’il est relié.',
    done: (amount: string) =>
      `Remboursement de ${amount} demandé. Nos équipes l’examinent avant l’envoi.`,
    nothingLeft: 'Il ne reste rien à rembourser',
    nothingLeftText:
      'Ce paiement n’a pas réussi, ou il est déjà remboursé, ou son remboursement est en cours.',
  },
  faults: {
    amount: 'Écrivez un montant en chiffres, plus grand que 0.',
    missingReason: 'Dites en quelques mots pourquoi vous remboursez.',
    longReason: (most: number) => `Le motif a ${most} caractères au plus.`,
  },
  effect: {
    title: 'Ce que cela change',
    paid: 'Votre client a payé',
    receives: 'Il reçoit',
    balanceFalls: 'Votre solde baisse de',
    fees: 'dont frais du paiement, à votre charge',
    available: 'Solde disponible',
    after: 'Solde après',
    notAvailable:
      'L’argent de ce paiement n’est pas encore disponible\u00A0: le remboursement est pris d’abord dessus.',
    text: 'Le montant est mis de côté dès votre demande\u00A0; il revient sur votre solde si elle n’aboutit pas. Les frais du paiement ne vous sont pas rendus.',
  },
  /** The columns of the exported table. */
  file: {
    name: 'remboursements',
    date: 'Date',
    id: 'Identifiant',
    payment: 'Paiement',
    reference: 'Référence',
    status: 'Statut',
    failure: 'Échec',
    amount: 'Montant',
    currency: 'Devise',
    end: 'Fin',
    payer: 'Payeur',
  },
}

export type RefundWords = typeof french

const english: RefundWords = {
  list: {
    title: 'Refunds',
    caption: 'Refunds, newest first',
    ofPayment: 'Refunds of this payment',
    payer: 'Payer',
    reason: 'Reason',
    when: 'When',
    asked: 'Requested',
    status: 'Status',
    amount: 'Amount',
    left: (amount) => <>Left to refund: {amount}</>,
  },
  nothing: {
    inState: 'No refunds match',
    all: 'View all refunds',
    yet: 'No refunds yet',
    yetText: (transactions) => (
      <>To refund a payment, in full or in part, open it in {transactions} and choose “Refund”.</>
    ),
    transactions: 'your payments',
  },
  statuses: {
    pending: 'Under review',
    approved: 'Approved',
    processing: 'Processing',
    succeeded: 'Refunded',
    rejected: 'Rejected',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  page: {
    title: 'Refund',
    heading: (payer) => `Refund to ${payer}`,
    all: 'All refunds',
    course: 'Timeline',
    amounts: 'Amounts',
    paid: 'Paid',
    refundedInAll: 'Refunded in total',
    thisRefund: 'This refund',
    request: 'Request',
    payment: 'Payment',
    payer: 'Payer',
    id: 'ID',
    copyId: 'Copy ID',
  },
  cancel: {
    title: 'Cancel this refund',
    text: 'You can cancel until our team approves it. The amount then goes back to your balance.',
    button: 'Cancel refund',
    done: 'Refund cancelled. The amount is back in your balance.',
  },
  decision: {
    title: 'Your decision',
    text: 'In live mode, our team approves each refund before it is sent. In test mode, you decide on its behalf; the payer’s number then decides whether the refund goes through.',
    approve: 'Approve',
    reject: 'Reject',
    done: 'Your decision was sent, just as our team’s would be.',
  },
  course: {
    asked: 'Refund requested',
    by: (person) => `By ${person}`,
    approved: 'Approved by our team',
    approvedInTest: 'Approved by you, in test mode',
    rejectedInTest: 'Rejected in test mode',
    approvedInPart: (given, needed) => `Approval ${given} of ${needed}`,
    toApprove: 'Waiting for our team to approve it',
    byTwo: 'This amount needs the approval of two people.',
    operator: (operator) => `Waiting for ${operator} to answer`,
    late: 'The answer is late: our team has been notified and is following up on this refund.',
    returned: 'The amount is back in your balance.',
  },
  ends: {
    succeeded: 'Refund received by the payer',
    failed: 'Refund failed',
    rejected: 'Rejected by our team',
    cancelled: 'Cancelled by you',
  },
  request: {
    title: 'Refund',
    heading: (payer) => `Refund ${payer}`,
    back: 'The payment',
    button: 'Request refund',
    amount: 'Amount to refund to the payer',
    amountHint: (most) => `At most ${most}. Leave it as it is to refund everything.`,
    reason: 'Reason',
    reasonHint:
      'Our team reads it before approving. Your site receives it too, if it is connected.',
    done: (amount) => `Refund of ${amount} requested. Our team must approve it before it is sent.`,
    nothingLeft: 'There is nothing left to refund',
    nothingLeftText:
      'This payment did not succeed, has already been refunded, or is being refunded.',
  },
  faults: {
    amount: 'Enter an amount in figures, greater than 0.',
    missingReason: 'Say in a few words why you are making this refund.',
    longReason: (most) => `Enter a reason of at most ${most} characters.`,
  },
  effect: {
    title: 'What this changes',
    paid: 'Your customer paid',
    receives: 'They receive',
    balanceFalls: 'Your balance goes down by',
    fees: 'of which payment fees, paid by you',
    available: 'Available balance',
    after: 'Balance afterwards',
    notAvailable:
      'The funds of this payment are not available yet: the refund is taken from them first.',
    text: 'The amount is set aside as soon as you request the refund. It goes back to your balance if the refund does not go through. The payment fees are not returned to you.',
  },
  file: {
    name: 'refunds',
    date: 'Date',
    id: 'ID',
    payment: 'Payment',
    reference: 'Reference',
    status: 'Status',
    failure: 'Failure',
    amount: 'Amount',
    currency: 'Currency',
    end: 'Completed',
    payer: 'Payer',
  },
}

export const refundWords: Readonly<Record<Language, RefundWords>> = { fr: french, en: english }

export const useRefundWords = inPageLanguage(refundWords)
