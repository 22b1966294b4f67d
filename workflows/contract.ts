/**
 * The door for callers: everything that a process which starts or signals a workflow may know.
 * Workflow inputs are ids; the facts stay in the database.
 */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import type { TransferActKind } from '#domain/transfers/transfer.ts'
import type {
  ActId,
  CheckoutId,
  DeliveryId,
  LedgerProofId,
  ReconciliationId,
  RefundId,
  ReplayId,
  StaffMemberId,
  TransactionId,
  TransferActId,
} from '#domain/ids.ts'

export const taskQueues = { payments: 'payments', webhooks: 'webhooks' } as const

/** The kinds of workflow; a workflow's type, its id's first half and its outbox rows use the same word. */
export type WorkflowKind =
  | 'collection'
  | 'late-answer'
  | 'late-refund-answer'
  | 'checkout'
  | 'payout'
  | 'bank-transfer'
  | 'refund'
  | 'funds'
  | 'webhook-delivery'
  | 'webhook-replay'
  | 'reconciliation'
  | 'ledger-proof'

export interface TransactionInput {
  readonly transactionId: TransactionId
}
/** An order about a transfer: who gives it, and the act that was written down with its texts. */
export interface TransferOrder {
  readonly actId: TransferActId
  /** Null for the merchant. */
  readonly staffId: StaffMemberId | null
}
export interface RefundInput {
  readonly refundId: RefundId
}
export interface DeliveryInput {
  readonly deliveryId: DeliveryId
}
export interface ReplayInput {
  readonly replayId: ReplayId
}
export interface CheckoutInput {
  readonly checkoutId: CheckoutId
}
export interface ReconciliationInput {
  readonly reconciliationId: ReconciliationId
}
export interface LedgerProofInput {
  /** Left out by the daily one, which gives itself an id. */
  readonly proofId?: LedgerProofId
}
/** What orders about one payment of a checkout carry. */
export interface CheckoutPaymentInput {
  readonly transactionId: TransactionId
}

type WorkflowInput =
  | TransactionInput
  | RefundInput
  | DeliveryInput
  | ReplayInput
  | CheckoutInput
  | ReconciliationInput
  | LedgerProofInput

interface WorkflowFacts {
  /** The exported function of workflows/index.ts. */
  readonly type: string
  readonly taskQueue: (typeof taskQueues)[keyof typeof taskQueues]
  readonly input: (subjectId: string) => WorkflowInput
  /** True where a closed run may be followed by another under the same id; elsewhere a second start is refused. */
  readonly isRepeatable: boolean
}

export const workflowFacts: Readonly<Record<WorkflowKind, WorkflowFacts>> = {
  collection: {
    type: 'collection',
    taskQueue: taskQueues.payments,
    input: (id) => ({ transactionId: id as TransactionId }),
    isRepeatable: false,
  },
  'late-answer': {
    type: 'lateAnswer',
    taskQueue: taskQueues.payments,
    input: (id) => ({ transactionId: id as TransactionId }),
    isRepeatable: true,
  },
  'late-refund-answer': {
    type: 'lateAnswer',
    taskQueue: taskQueues.payments,
    input: (id) => ({ refundId: id as RefundId }),
    isRepeatable: true,
  },
  payout: {
    type: 'payout',
    taskQueue: taskQueues.payments,
    input: (id) => ({ transactionId: id as TransactionId }),
    isRepeatable: false,
  },
  'bank-transfer': {
    type: 'bankTransfer',
    taskQueue: taskQueues.payments,
    input: (id) => ({ transactionId: id as TransactionId }),
    isRepeatable: false,
  },
  refund: {
    type: 'refund',
    taskQueue: taskQueues.payments,
    input: (id) => ({ refundId: id as RefundId }),
    isRepeatable: false,
  },
  funds: {
    type: 'funds',
    taskQueue: taskQueues.payments,
    input: (id) => ({ transactionId: id as TransactionId }),
    isRepeatable: false,
  },
  checkout: {
    type: 'checkout',
    taskQueue: taskQueues.payments,
    input: (id) => ({ checkoutId: id as CheckoutId }),
    isRepeatable: false,
  },
  'webhook-delivery': {
    type: 'delivery',
    taskQueue: taskQueues.webhooks,
    input: (id) => ({ deliveryId: id as DeliveryId }),
    isRepeatable: true,
  },
  'webhook-replay': {
    type: 'webhookReplay',
    taskQueue: taskQueues.webhooks,
    input: (id) => ({ replayId: id as ReplayId }),
    isRepeatable: false,
  },
  reconciliation: {
    type: 'reconciliation',
    taskQueue: taskQueues.payments,
    input: (id) => ({ reconciliationId: id as ReconciliationId }),
    isRepeatable: false,
  },
  'ledger-proof': {
    type: 'ledgerProof',
    taskQueue: taskQueues.payments,
    input: (id) => ({ proofId: id as LedgerProofId }),
    isRepeatable: false,
  },
}

/** The only place that spells a workflow id: `collection/<id>`, `webhook-delivery/<delivery id>`. */
export function workflowId(kind: WorkflowKind, subjectId: string): string {
  return `${kind}/${subjectId}`
}

/** Signals, named for what has happened. None carries data: the workflow reads the books or asks the operator. */
export const signals = {
  /** The operator has something to say about this payment; a hint, never the outcome itself. */
  operatorAnswered: 'operatorAnswered',
  /** The books no longer want this delivery sent: its endpoint was disabled or deleted. */
  deliveryStopped: 'deliveryStopped',
  /** Somebody wants an attempt at this delivery now: the books say which. */
  attemptAsked: 'attemptAsked',
  /** Somebody wants no more of this replay. */
  replayStopped: 'replayStopped',
  /** A payment of this checkout has its final state in the books. */
  paymentEnded: 'paymentEnded',
  /** The cash session of this checkout was closed: nobody is at the desk any more. */
  deskClosed: 'deskClosed',
} as const
export type SignalName = keyof typeof signals

/** Updates, named as orders: the run accepts or refuses each at once, with a code of domain/errors/errors.ts as failure type. */
export const updates = {
  /** A member of staff begins to process a bank transfer. */
  takeTransfer: 'takeTransfer',
  /** A second member of staff agrees to a large one. */
  approveTransfer: 'approveTransfer',
  /** The bank has made it. */
  markTransferred: 'markTransferred',
  /** It cannot be made: the money goes back. */
  rejectTransfer: 'rejectTransfer',
  /** The merchant calls it back. */
  cancelTransfer: 'cancelTransfer',
  /** Staff agrees to a refund; the last of those that must pays it. */
  approveRefund: 'approveRefund',
  /** Staff refuses it: the money goes back. */
  rejectRefund: 'rejectRefund',
  /** The merchant takes it back. */
  cancelRefund: 'cancelRefund',
  /** Staff says how a payout or refund ended whose operator stays silent. */
  closeUnknown: 'closeUnknown',
  /** The money of a payment was received. */
  confirmFunds: 'confirmFunds',
  /** Held funds may be spent. */
  releaseFunds: 'releaseFunds',
  /** Held funds are kept. */
  withholdFunds: 'withholdFunds',
  /** A payer's request takes the checkout, until its payment ends; the same request again has it already. */
  beginPayment: 'beginPayment',
  /** The payment that took the checkout was refused by a rule, and will not be recorded. */
  dropPayment: 'dropPayment',
  /** The desk takes its code back. */
  cancelCheckout: 'cancelCheckout',
} as const
export type UpdateName = keyof typeof updates

/** The order by which each act is done. */
export const transferUpdates: Readonly<Record<TransferActKind, UpdateName>> = {
  take: 'takeTransfer',
  approve: 'approveTransfer',
  mark_transferred: 'markTransferred',
  reject: 'rejectTransfer',
  cancel: 'cancelTransfer',
}

/** What every order carries: the books hold its words, under the same id. */
export interface OrderInput {
  readonly actId: ActId
  /** Whom it comes from, by id. */
  readonly actedBy: string
}

/** Given at the start, where they cost nothing extra; `TransactionStatus` changes once, at the end. */
export const searchAttributes = {
  serviceEnv: defineSearchAttributeKey('ServiceEnv', SearchAttributeType.KEYWORD),
  paymentMode: defineSearchAttributeKey('PaymentMode', SearchAttributeType.KEYWORD),
  transactionStatus: defineSearchAttributeKey('TransactionStatus', SearchAttributeType.KEYWORD),
  provider: defineSearchAttributeKey('Provider', SearchAttributeType.KEYWORD),
  reference: defineSearchAttributeKey('Reference', SearchAttributeType.KEYWORD),
} as const
