import type { Language } from '#domain/text/language.ts'

/** The API has these too. */
const french = {
  /** In the order the portal and the API list them. */
  groups: {
    payments: 'Paiements',
    withdrawals: 'Retraits et virements',
    refunds: 'Remboursements',
    funds: 'Fonds',
    test: 'Test',
  },
  types: {
    'payment.success': 'Paiement réussi',
    'payment.failed': 'Paiement échoué',
    'withdrawal.pending': 'Virement en attente',
    'withdrawal.success': 'Retrait effectué',
    'withdrawal.failed': 'Retrait échoué',
    'withdrawal.cancelled': 'Virement annulé',
    'refund.pending': 'Remboursement en attente',
    'refund.success': 'Remboursement effectué',
    'refund.rejected': 'Remboursement refusé',
    'refund.failed': 'Remboursement échoué',
    'refund.cancelled': 'Remboursement annulé',
    'funds.held': 'Fonds retenus',
    'funds.released': 'Fonds libérés',
    'test.ping': 'Test de réception',
  },
}

const english: typeof french = {
  groups: {
    payments: 'Payments',
    withdrawals: 'Payouts and bank transfers',
    refunds: 'Refunds',
    funds: 'Funds',
    test: 'Test',
  },
  types: {
    'payment.success': 'Payment succeeded',
    'payment.failed': 'Payment failed',
    'withdrawal.pending': 'Bank transfer pending',
    'withdrawal.success': 'Payout completed',
    'withdrawal.failed': 'Payout failed',
    'withdrawal.cancelled': 'Bank transfer cancelled',
    'refund.pending': 'Refund pending',
    'refund.success': 'Refund completed',
    'refund.rejected': 'Refund rejected',
    'refund.failed': 'Refund failed',
    'refund.cancelled': 'Refund cancelled',
    'funds.held': 'Funds held',
    'funds.released': 'Funds released',
    'test.ping': 'Test event',
  },
}

/** What event types and their groups are called. */
export const eventWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

/** `Paiement réussi`, `Payment succeeded`; the code itself of a type that is no longer in the catalogue. */
export function eventName(code: string, language: Language): string {
  const names: Readonly<Record<string, string>> = eventWords[language].types
  return names[code] ?? code
}
