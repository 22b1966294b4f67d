import { taskQueues } from '#workflows/contract.ts'

/** What Temporal starts by itself: the books are proven each night at 02:15 UTC, 03:15 in the main market. */
export const dailyProof = { scheduleId: 'ledger-proof', hour: 2, minute: 15 } as const

/** Started by Temporal itself each minute: what the books wait for is compared with the runs that are open. */
export const runReconciliation = {
  scheduleId: 'run-reconciliation',
  type: 'runReconciliation',
  taskQueue: taskQueues.payments,
  everyMs: 60_000,
} as const

/** Started by Temporal itself each minute: what has had its time is forgotten. */
export const housekeeping = {
  scheduleId: 'housekeeping',
  type: 'housekeeping',
  taskQueue: taskQueues.payments,
  everyMs: 60_000,
} as const

/** A schedule that never starts anything: it says which installation the namespace belongs to (docs/deploying.md#temporal). */
export const namespaceOwner = {
  scheduleId: 'installation',
  type: housekeeping.type,
  taskQueue: housekeeping.taskQueue,
  /** What it would start, so that any client can read it, encrypted payloads or not. */
  workflowId: (installationId: string) => `installation/${installationId}`,
} as const
