import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { Retention } from '#use-cases/retention/term.ts'
import type { SweepParts } from '#use-cases/runs/sweep.ts'
import type { AttemptOutcome } from '#workflows/ports.ts'
import type { MailServer } from '#platform/mail-server.ts'
import type { Operator } from './operators/operator.ts'
import type { SendError } from './webhooks/send-failure.ts'

/** What the steps need of their worker; built in its composition root only. */
export interface ActivityDependencies extends Pick<
  UseCaseContext,
  'database' | 'outbox' | 'limits' | 'isOpen' | 'staffApprovalAbove'
> {
  /** The operator that serves this transaction, in its mode. */
  readonly operatorOf: (transaction: TransactionRecord) => Operator
  readonly webhooks: {
    /** Pauses after a failed attempt, the first after attempt 1. */
    readonly retryScheduleMs: readonly number[]
    readonly privateHosts: ReadonlySet<string>
  }
  /** How long a bank transfer may wait before staff is told of it, and told again. */
  readonly transferReminderMs: number
  /** How long what names people is kept. */
  readonly retention: Retention
  /** The figures of a proof of the books that has ended. */
  readonly observeProof: (end: { readonly state: 'holds' | 'differs' }) => void
  /** How the open runs are listed, asked to end, and ended. */
  readonly temporal: Pick<SweepParts, 'call'>
  /** What became of an attempt at a delivery. */
  readonly observeAttempt: (attempt: {
    /** `delivered`, or why not. */
    readonly outcome: SendError | 'delivered' | 'worker_lost'
    /** How its delivery stands now; a failed one is tried again. */
    readonly delivery: AttemptOutcome['state']
    /** Unknown of one whose worker was lost. */
    readonly durationSeconds?: number
  }) => void
  /** So many runs of this kind were missing, and started again. */
  readonly observeRestart: (kind: string, count: number) => void
  /** Who takes mails, and under which address they name our pages. */
  readonly mail: { readonly server: MailServer; readonly publicUrl: string }
  readonly log: {
    error(details: object, message: string): void
    warn(details: object, message: string): void
    debug(details: object, message: string): void
  }
}
