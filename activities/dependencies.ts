import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { Retention } from '#use-cases/retention/term.ts'
import type { SweepParts } from '#use-cases/runs/sweep.ts'
import type { AttemptOutcome } from '#workflows/contract/results.ts'
import type { MailServer } from '#platform/mail-server.ts'
import type { MessageGateway } from '#platform/message-gateway.ts'
import type { Operator } from './operators/operator.ts'
import type { SendError } from './webhooks/send-failure.ts'

/** What activities need from their worker; built only in its composition root. */
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
  /** How long a bank transfer may wait before staff is notified, and notified again. */
  readonly transferReminderMs: number
  /** How long personal data is kept. */
  readonly retention: Retention
  /** Counts a ledger check that has ended. */
  readonly observeProof: (end: { readonly state: 'holds' | 'differs' }) => void
  /** How open runs are listed, cancelled and terminated. */
  readonly temporal: Pick<SweepParts, 'call'>
  /** Counts the result of an attempt at a delivery. */
  readonly observeAttempt: (attempt: {
    /** `delivered`, or the error. */
    readonly outcome: SendError | 'delivered' | 'worker_lost'
    /** The state of its delivery now; a failed one is retried. */
    readonly delivery: AttemptOutcome['state']
    /** Unknown if its worker was lost. */
    readonly durationSeconds?: number
  }) => void
  /** Counts runs of this kind that were missing and were started again. */
  readonly observeRestart: (kind: string, count: number) => void
  /** The mail server, and the address of our pages in mails. */
  readonly mail: {
    readonly server: MailServer
    readonly gateway: MessageGateway
    readonly publicUrl: string
  }
  readonly log: {
    error(details: object, message: string): void
    warn(details: object, message: string): void
    debug(details: object, message: string): void
  }
}
