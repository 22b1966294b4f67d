/**
 * The interface for callers: everything that a process needs to start, signal or update a workflow; signals and
 * updates are in contract/messages.ts. Each kind is a line of `workflowKinds`, each workflow a type in `Workflows`,
 * and caller and workflow compile only if they agree with both. Workflow inputs are ids; facts stay in the database.
 * Importing this loads nothing of the workflow runtime.
 */
import type { CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type {
  CheckoutId,
  DeliveryId,
  EndpointId,
  LedgerProofId,
  MailId,
  PayoutFileId,
  ReconciliationId,
  RefundId,
  ReplayId,
  StandingOrderId,
  TransactionId,
} from '#domain/ids.ts'
import type { MailEnd } from '#domain/mail/mail.ts'
import type { OperatorCode } from '#domain/operators/operators.ts'
import type { PayoutFileState } from '#domain/payouts/file.ts'
import type { ProofPart, ProofState } from '#domain/ledger-proofs/proof.ts'
import type { ReconciliationState } from '#domain/reconciliation/reconciliation.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { FinalStatus, FundsStatus } from '#domain/transactions/transaction.ts'
import type { SignalName, TransferUpdate, UpdateName } from '#workflows/contract/messages.ts'

export const taskQueues = { payments: 'payments', webhooks: 'webhooks' } as const

/** Activities at live operators have a queue per operator, on which no workflow task ever waits. */
export const operatorQueues = {
  'mtn-benin': 'operator-mtn',
  'moov-benin': 'operator-moov',
} as const satisfies Partial<Record<OperatorCode, string>>
/** Mails have a queue of their own, as calls to other external systems do. */
export const mailQueue = 'mail'
/** All queues a worker may serve. */
export const allQueues = [
  ...Object.values(taskQueues),
  ...Object.values(operatorQueues),
  mailQueue,
] as const
export type OperatorQueue = (typeof operatorQueues)[keyof typeof operatorQueues]

/** What runs are about: the subject's id, by its name in their input. */
export interface Subjects {
  readonly transactionId: TransactionId
  readonly refundId: RefundId
  readonly checkoutId: CheckoutId
  readonly deliveryId: DeliveryId
  readonly replayId: ReplayId
  readonly reconciliationId: ReconciliationId
  readonly proofId: LedgerProofId
  readonly mailId: MailId
  readonly payoutFileId: PayoutFileId
}
export type SubjectName = keyof Subjects

export type TransactionInput = Pick<Subjects, 'transactionId'>
export type RefundInput = Pick<Subjects, 'refundId'>
export type CheckoutInput = Pick<Subjects, 'checkoutId'>
/** Whoever starts the run right after writing the delivery also tells it the endpoint. */
export type DeliveryInput = Pick<Subjects, 'deliveryId'> & { readonly endpointId?: EndpointId }
export type ReplayInput = Pick<Subjects, 'replayId'>
export type ReconciliationInput = Pick<Subjects, 'reconciliationId'>
export type PayoutFileInput = Pick<Subjects, 'payoutFileId'>
export type MailInput = Pick<Subjects, 'mailId'>
/** The input of a run started by a Schedule, without a fact of its own. */
export interface StandingOrderInput {
  readonly standingOrderId: StandingOrderId
}
/** The daily run has no id and generates one. */
export type LedgerProofInput = Partial<Pick<Subjects, 'proofId'>>

/** The progress of a reconciliation; `done`, or left by a worker that is stopping. */
export interface MatchStanding {
  readonly state: ReconciliationState
  readonly linesDone: number
  readonly linesTotal: number
}
/** The progress of a ledger check, and what it found. */
export interface ProofStanding {
  readonly state: ProofState
  readonly differences: number
  readonly checked: Readonly<Partial<Record<ProofPart, number>>>
}
/** The result of a run whose row is not in the database, because the database was restored to an earlier moment. */
export type Orphan = 'orphan'

interface Shape<Input, Result, Signal extends SignalName, Update extends UpdateName> {
  readonly input: Input
  readonly result: Result
  readonly signals: Signal
  readonly updates: Update
}
type Closing = 'closeUnknown'
type OfRefund = 'approveRefund' | 'rejectRefund' | 'cancelRefund'
type OfFunds = 'confirmFunds' | 'releaseFunds' | 'withholdFunds'
type OfCheckout = 'beginPayment' | 'dropPayment' | 'cancelCheckout'
type Heard = 'operatorAnswered'

/** The functions of workflows/index.ts: input, result, and the signals and updates each accepts. */
export interface Workflows {
  readonly collection: Shape<TransactionInput, FinalStatus, Heard, never>
  readonly payout: Shape<TransactionInput, FinalStatus, Heard, Closing>
  readonly bankTransfer: Shape<TransactionInput, FinalStatus, never, TransferUpdate>
  readonly refund: Shape<RefundInput, RefundStatus, Heard | 'lookNow', OfRefund | Closing>
  readonly funds: Shape<TransactionInput, FundsStatus, 'fundsHeld', OfFunds>
  readonly lateAnswer: Shape<TransactionInput | RefundInput, 'closed' | 'undecided', Heard, never>
  readonly checkout: Shape<CheckoutInput, CheckoutStatus, 'paymentEnded' | 'deskClosed', OfCheckout>
  readonly delivery: Shape<
    DeliveryInput,
    'delivered' | 'abandoned' | 'failed',
    'deliveryStopped' | 'attemptAsked',
    never
  >
  readonly webhookReplay: Shape<ReplayInput, 'running' | 'done' | 'stopped', 'replayStopped', never>
  readonly reconciliation: Shape<ReconciliationInput, MatchStanding, never, never>
  readonly ledgerProof: Shape<LedgerProofInput, ProofStanding, never, never>
  readonly mail: Shape<MailInput, MailEnd, never, never>
  readonly payoutFile: Shape<PayoutFileInput, PayoutFileState, 'payoutFileMoved', never>
}
export type WorkflowType = keyof Workflows
/** The function as a worker runs it and as a client starts it. */
export type WorkflowFunction<Type extends WorkflowType> = (
  input: Workflows[Type]['input'],
) => Promise<Workflows[Type]['result'] | Orphan>

interface KindOf<Type extends WorkflowType, Subject extends SubjectName> {
  readonly type: Type
  readonly subject: Subject
  readonly queue: keyof typeof taskQueues
  /** True if a closed run may be followed by another with the same id; otherwise a second start is refused. */
  readonly isRepeatable?: true
}
/** A workflow type with the subject that its function takes. */
type Kind = {
  [Type in WorkflowType]: {
    [Subject in SubjectName]: Pick<Subjects, Subject> extends Workflows[Type]['input']
      ? KindOf<Type, Subject>
      : never
  }[SubjectName]
}[WorkflowType]

/** The kinds of workflow. The kind is the first half of a run's id, and the `kind` of its outbox rows. */
export const workflowKinds = {
  collection: { type: 'collection', subject: 'transactionId', queue: 'payments' },
  payout: { type: 'payout', subject: 'transactionId', queue: 'payments' },
  'bank-transfer': { type: 'bankTransfer', subject: 'transactionId', queue: 'payments' },
  'late-answer': {
    type: 'lateAnswer',
    subject: 'transactionId',
    queue: 'payments',
    isRepeatable: true,
  },
  'late-refund-answer': {
    type: 'lateAnswer',
    subject: 'refundId',
    queue: 'payments',
    isRepeatable: true,
  },
  refund: { type: 'refund', subject: 'refundId', queue: 'payments' },
  // Funds that became available may be held later.
  funds: { type: 'funds', subject: 'transactionId', queue: 'payments', isRepeatable: true },
  checkout: { type: 'checkout', subject: 'checkoutId', queue: 'payments' },
  'webhook-delivery': {
    type: 'delivery',
    subject: 'deliveryId',
    queue: 'webhooks',
    isRepeatable: true,
  },
  'webhook-replay': { type: 'webhookReplay', subject: 'replayId', queue: 'webhooks' },
  reconciliation: { type: 'reconciliation', subject: 'reconciliationId', queue: 'payments' },
  'ledger-proof': { type: 'ledgerProof', subject: 'proofId', queue: 'payments' },
  mail: { type: 'mail', subject: 'mailId', queue: 'payments' },
  'payout-file': { type: 'payoutFile', subject: 'payoutFileId', queue: 'payments' },
} as const satisfies Readonly<Record<string, Kind>>

type Kinds = typeof workflowKinds
export type WorkflowKind = keyof Kinds
/** The type of the id in the workflow id of this kind. */
export type SubjectId<Of extends WorkflowKind> = Subjects[Kinds[Of]['subject']]
/** The signals a run of this kind accepts. */
export type SignalOf<Of extends WorkflowKind> =
  | Workflows[Kinds[Of]['type']]['signals']
  | 'lookAgain'
/** The updates a run of this kind accepts. */
export type UpdateOf<Of extends WorkflowKind> = Workflows[Kinds[Of]['type']]['updates']

/** How to start a run of this kind: the one place where a subject's id, read as text, becomes an input. */
export function startOf(kind: WorkflowKind, subjectId: string) {
  const facts: Kind = workflowKinds[kind]
  return {
    type: facts.type,
    workflowId: workflowId(kind, subjectId),
    taskQueue: taskQueues[facts.queue],
    input: { [facts.subject]: subjectId } as Workflows[WorkflowType]['input'],
    isRepeatable: facts.isRepeatable === true,
  }
}

/** The only place that builds a workflow id: `collection/<id>`, `webhook-delivery/<delivery id>`. */
export function workflowId(kind: WorkflowKind, subjectId: string): string {
  return `${kind}/${subjectId}`
}
