import type { ActivityDependencies } from '#activities/dependencies.ts'
import { type Books, wideLimits } from './books.ts'

/** What activities take that are called by a test instead of a worker: Temporal is away, and every mail is sent. */
export function workerSteps(
  { database, outbox }: Pick<Books, 'database' | 'outbox'>,
  operatorOf: ActivityDependencies['operatorOf'],
): ActivityDependencies {
  return {
    database,
    outbox,
    operatorOf,
    webhooks: { retryScheduleMs: [], privateHosts: new Set() },
    transferReminderMs: 1000,
    retention: { eventDays: 400, payerDays: 3650 },
    staffApprovalAbove: 1_000_000_000_000n,
    limits: wideLimits,
    isOpen: () => Promise.resolve(true),
    observeProof: () => {},
    temporal: { call: () => Promise.reject(new Error('Temporal is away')) },
    observeRestart: () => {},
    observeAttempt: () => {},
    mail: {
      server: { send: () => Promise.resolve('sent') },
      gateway: { channels: [], send: () => Promise.resolve('sent') },
      publicUrl: '',
    },
    log: { error: () => {}, warn: () => {}, debug: () => {} },
  }
}
