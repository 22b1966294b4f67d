import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { SweepParts } from '#use-cases/runs/sweep.ts'
import type { Operator } from './operators/operator.ts'

/** What the steps need of their worker; built in its composition root only. */
export interface ActivityDependencies extends Pick<UseCaseContext, 'database' | 'outbox'> {
  /** The operator that serves this transaction, in its mode. */
  readonly operatorOf: (transaction: TransactionRecord) => Operator
  readonly webhooks: {
    /** Pauses after a failed attempt, the first after attempt 1. */
    readonly retryScheduleMs: readonly number[]
    readonly privateHosts: ReadonlySet<string>
  }
  /** How long a bank transfer may wait before staff is told of it, and told again. */
  readonly transferReminderMs: number
  /** The figures of a proof of the books that has ended. */
  readonly observeProof: (end: {
    readonly state: 'holds' | 'differs'
    readonly differences: number
  }) => void
  /** How the open runs are listed, asked to end, and ended. */
  readonly temporal: Pick<SweepParts, 'call'>
  /** So many runs of this kind were missing, and started again. */
  readonly observeRestart: (kind: string, count: number) => void
  readonly log: {
    error(details: object, message: string): void
    warn(details: object, message: string): void
  }
}
