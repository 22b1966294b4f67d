import type {
  DifferenceKind,
  OrderKind,
  ReconciliationState,
  StatementPeriod,
  StatementStatus,
} from '#domain/reconciliation/reconciliation.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import type { OurSide } from '#use-cases/reconciliation/list-differences.ts'
import { statusNames } from '#web/design/badge.tsx'
import type { Tone } from '#web/design/tone.ts'
import { refundStates } from '#web/staff/words.ts'

type Word = readonly [tone: Tone, label: string]

export const reconciliationStates: Readonly<Record<ReconciliationState, Word>> = {
  matching: ['info', 'Lecture des lignes'],
  searching: ['info', 'Recherche des absents'],
  done: ['ok', 'Terminé'],
}

export const orderKindNames: Readonly<Record<OrderKind, string>> = {
  collection: 'Encaissement',
  payout: 'Retrait',
  refund: 'Remboursement',
}

export const differenceKindNames: Readonly<Record<DifferenceKind, string>> = {
  missing_here: 'Inconnu chez nous',
  missing_there: 'Absent du relevé',
  amount_differs: 'Montant différent',
  status_differs: 'Résultat différent',
  duplicate: 'En double',
}

/** What to do about a difference of each kind (docs/reconciliation.md). */
export const differenceAdvice: Readonly<Record<DifferenceKind, string>> = {
  missing_here:
    'Demandez à l’opérateur qui l’a ordonné. Si c’est notre compte, cherchez qui en a les accès.',
  missing_there:
    'Demandez à l’opérateur, avec nos deux références, et vérifiez que le relevé est complet.',
  amount_differs: 'Comparez au reçu, et demandez une régularisation à l’opérateur.',
  status_differs:
    'L’argent a bougé d’un seul côté, ou nous ne savons pas encore. Expiré chez nous et débité là-bas : l’argent est à rembourser. Encore en cours chez nous : l’équipe peut dire comment il a fini.',
  duplicate: 'Demandez à l’opérateur si l’argent a bougé deux fois.',
}

export const statementStatusNames: Readonly<Record<StatementStatus, string>> = {
  succeeded: 'Réussi',
  failed: 'Échoué',
  reversed: 'Revenu',
}

/** The state of our order when the difference was found. */
export function ourStatusName({ refundId, status }: OurSide): string {
  return refundId === null
    ? statusNames.fr[status as TransactionStatus]
    : refundStates[status as RefundStatus][1]
}

const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'medium', timeZone: 'UTC' })

/** `20 nov. 2026`, or `1 nov. 2026 – 20 nov. 2026`. */
export function periodText({ from, to }: StatementPeriod): string {
  const text = (given: string) =>
    day.format(new Date(`${given}T00:00:00Z`)).replaceAll(' ', '\u00A0')
  return from === to ? text(from) : `${text(from)} – ${text(to)}`
}
