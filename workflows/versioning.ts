import type { VersioningBehavior } from '@temporalio/common'
import type { WorkflowType } from './contract.ts'
import type {
  housekeeping,
  runReconciliation,
  standingOrderSchedule,
} from './contract/schedules.ts'

type AnyType =
  | WorkflowType
  | (typeof housekeeping | typeof runReconciliation | typeof standingOrderSchedule)['type']

/**
 * Which code a run uses after a deployment (docs/changing-a-workflow.md#pinned-or-upgraded). Pinned: the code it
 * started with, whose workers stay until it has ended; for runs that end within minutes. Upgraded: the new code from
 * its next task on, so that no old worker has to stay for days; changing it needs `patched()`.
 */
export const versioning: Readonly<Record<AnyType, VersioningBehavior>> = {
  // A quarter of an hour, or COLLECTION_EXPIRY.
  collection: 'PINNED',
  // Five minutes, plus the payment that holds it.
  checkout: 'PINNED',
  // Until the operator answers: weeks.
  payout: 'AUTO_UPGRADE',
  // Until staff decides.
  bankTransfer: 'AUTO_UPGRADE',
  refund: 'AUTO_UPGRADE',
  // Up to 90 days, or until staff decides.
  funds: 'AUTO_UPGRADE',
  // A week.
  lateAnswer: 'AUTO_UPGRADE',
  // Eight and a half hours.
  delivery: 'AUTO_UPGRADE',
  // Until the mail server accepts it: three days.
  mail: 'AUTO_UPGRADE',
  // A day.
  webhookReplay: 'AUTO_UPGRADE',
  // For as long as somebody leaves it paused.
  payoutFile: 'AUTO_UPGRADE',
  // Short; but a schedule starts no second run while one waits for missing workers.
  ledgerProof: 'AUTO_UPGRADE',
  runReconciliation: 'AUTO_UPGRADE',
  housekeeping: 'AUTO_UPGRADE',
  // Half a day if an operator is down.
  standingOrder: 'AUTO_UPGRADE',
  // An activity of up to two hours.
  reconciliation: 'AUTO_UPGRADE',
}
