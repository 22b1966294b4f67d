import type { Timetable } from '#domain/standing-orders/timetable.ts'
import { taskQueues } from '#workflows/contract.ts'

/** The nightly ledger check, a Temporal Schedule: at 02:15 UTC, 03:15 in the main market. */
export const dailyProof = { scheduleId: 'ledger-proof', hour: 2, minute: 15 } as const

/** A Temporal Schedule, every minute: compares the database with the open runs. */
export const runReconciliation = {
  scheduleId: 'run-reconciliation',
  type: 'runReconciliation',
  taskQueue: taskQueues.payments,
  everyMs: 60_000,
} as const

/** A Temporal Schedule, every minute: deletes what has passed its retention period. */
export const housekeeping = {
  scheduleId: 'housekeeping',
  type: 'housekeeping',
  taskQueue: taskQueues.payments,
  everyMs: 60_000,
} as const

/**
 * A schedule that never starts anything: its id names the installation that owns the namespace
 * (docs/deploying.md#temporal).
 */
export const namespaceOwner = {
  scheduleId: 'installation',
  type: housekeeping.type,
  taskQueue: housekeeping.taskQueue,
  /** The workflow it would start, in plain text, so that any client can read it with or without encrypted payloads. */
  workflowId: (installationId: string) => `installation/${installationId}`,
} as const

/**
 * One for each active standing order; its id contains everything it is built from (docs/payouts.md#standing-orders).
 */
export const standingOrderSchedule = {
  type: 'standingOrder',
  taskQueue: taskQueues.payments,
  timezone: 'Africa/Porto-Novo',
  prefix: 'standing-order/',
  idOf: (orderId: string, { rhythm, day, hour }: Timetable) =>
    `standing-order/${orderId}/${[rhythm, ...(day === null ? [] : [day]), `${hour}h`].join('-')}`,
  calendarOf: ({ rhythm, day, hour }: Timetable) => ({
    hour,
    ...(rhythm === 'weekly' && { dayOfWeek: weekdays[(day ?? 1) - 1] ?? 'MONDAY' }),
    // A month may not have this day, so all possible last days are included; the order decides which of them counts.
    ...(rhythm === 'monthly' && {
      dayOfMonth: { start: Math.min(day ?? 1, shortestMonth), end: day ?? 1 },
    }),
  }),
} as const

const shortestMonth = 28
const weekdays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const
