import type { VersioningBehavior } from '@temporalio/common'
import type { WorkflowType } from './contract.ts'
import type { housekeeping, runReconciliation } from './contract/schedules.ts'

type AnyType = WorkflowType | typeof housekeeping.type | typeof runReconciliation.type

/**
 * Which code a run goes on with after a deployment (docs/changing-a-workflow.md#pinned-or-upgraded). Pinned: the code it
 * began with, whose workers run on until it has ended; for what ends within minutes. Upgraded: the new code from its next
 * task on, so that no worker has to run on for days; a change of it needs `patched()`.
 */
export const versioning: Readonly<Record<AnyType, VersioningBehavior>> = {
  // A quarter of an hour, or COLLECTION_EXPIRY.
  collection: 'PINNED',
  // Five minutes, and the payment that it was given to.
  checkout: 'PINNED',
  // Until the operator tells: weeks.
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
  // Until the mail server takes it: three days.
  mail: 'AUTO_UPGRADE',
  // A day.
  webhookReplay: 'AUTO_UPGRADE',
  // As long as somebody leaves it paused.
  payoutFile: 'AUTO_UPGRADE',
  // Short, and their schedules start none beside one that waits for workers which are gone.
  ledgerProof: 'AUTO_UPGRADE',
  runReconciliation: 'AUTO_UPGRADE',
  housekeeping: 'AUTO_UPGRADE',
  // An activity of up to two hours.
  reconciliation: 'AUTO_UPGRADE',
}
