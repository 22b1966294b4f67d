import type { SignalDefinition, UpdateDefinition } from '@temporalio/common'
import type { CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type { ActId, StaffMemberId, TransactionId, TransferActId } from '#domain/ids.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { FundsStatus, TransactionStatus } from '#domain/transactions/transaction.ts'
import type { TransferActKind, TransferState } from '#domain/transfers/transfer.ts'

/** Signals, named for what has happened. None carries data: the workflow reads the books or asks the operator. */
export const signals = {
  /** The operator has something to say about this payment; a hint, never the outcome itself. */
  operatorAnswered: signal('operatorAnswered'),
  /** The books no longer want this delivery sent: its endpoint was disabled or deleted. */
  deliveryStopped: signal('deliveryStopped'),
  /** Somebody wants an attempt at this delivery now: the books say which. */
  attemptAsked: signal('attemptAsked'),
  /** Somebody has paused, resumed or cancelled this file of payouts: the books say which. */
  payoutFileMoved: signal('payoutFileMoved'),
  /** Somebody wants no more of this replay. */
  replayStopped: signal('replayStopped'),
  /** A payment of this checkout has its final state in the books. */
  paymentEnded: signal('paymentEnded'),
  /** The cash session of this checkout was closed: nobody is at the desk any more. */
  deskClosed: signal('deskClosed'),
  /** What made a step fail is mended; any run takes it, and one that waits for nothing of the kind passes it over. */
  lookAgain: signal('lookAgain'),
} as const
export type SignalName = keyof typeof signals

/** An order about a transfer: who gives it, and the act that was written down with its texts. */
export interface TransferOrder {
  readonly actId: TransferActId
  /** Null for the merchant. */
  readonly staffId: StaffMemberId | null
}
/** What other orders carry: the books hold their words, under the same id. */
export interface OrderInput {
  readonly actId: ActId
  /** Whom it comes from, by id. */
  readonly actedBy: string
}
/** What orders about one payment of a checkout carry. */
export interface CheckoutPaymentInput {
  readonly transactionId: TransactionId
}
/** Where an order led. */
export interface Followed<Status> {
  readonly status: Status
}

/** Updates, named as orders: the run accepts or refuses each at once, with a code of domain/errors/errors.ts as failure type. */
export const updates = {
  /** A member of staff begins to process a bank transfer. */
  takeTransfer: update<TransferOrder, Followed<TransferState>>('takeTransfer'),
  /** A second member of staff agrees to a large one. */
  approveTransfer: update<TransferOrder, Followed<TransferState>>('approveTransfer'),
  /** The bank has made it. */
  markTransferred: update<TransferOrder, Followed<TransferState>>('markTransferred'),
  /** It cannot be made: the money goes back. */
  rejectTransfer: update<TransferOrder, Followed<TransferState>>('rejectTransfer'),
  /** The merchant calls it back. */
  cancelTransfer: update<TransferOrder, Followed<TransferState>>('cancelTransfer'),
  /** Staff agrees to a refund; the last of those that must pays it. */
  approveRefund: update<OrderInput, Followed<RefundStatus>>('approveRefund'),
  /** Staff refuses it: the money goes back. */
  rejectRefund: update<OrderInput, Followed<RefundStatus>>('rejectRefund'),
  /** The merchant takes it back. */
  cancelRefund: update<OrderInput, Followed<RefundStatus>>('cancelRefund'),
  /** Staff says how a payout or refund ended whose operator stays silent. */
  closeUnknown: update<OrderInput, Followed<TransactionStatus | RefundStatus>>('closeUnknown'),
  /** The money of a payment was received. */
  confirmFunds: update<OrderInput, Followed<FundsStatus>>('confirmFunds'),
  /** Held funds may be spent. */
  releaseFunds: update<OrderInput, Followed<FundsStatus>>('releaseFunds'),
  /** Held funds are kept. */
  withholdFunds: update<OrderInput, Followed<FundsStatus>>('withholdFunds'),
  /** A payer's request takes the checkout, until its payment ends; the same request again has it already. */
  beginPayment: update<CheckoutPaymentInput, CheckoutStatus>('beginPayment'),
  /** The payment that took the checkout was refused by a rule, and will not be recorded. */
  dropPayment: update<CheckoutPaymentInput, CheckoutStatus>('dropPayment'),
  /** The desk takes its code back. */
  cancelCheckout: update<Readonly<Record<string, never>>, CheckoutStatus>('cancelCheckout'),
} as const
export type UpdateName = keyof typeof updates
type Ends<Name extends UpdateName> = (typeof updates)[Name]
/** What an update carries; of several names, what fits each of them. */
export type UpdateInput<Name extends UpdateName> = (
  Name extends UpdateName ? (definition: Takes<Ends<Name>>) => void : never
) extends (definition: infer Input) => void
  ? Input
  : never
type Takes<Update> = Update extends UpdateDefinition<infer _, [infer Input]> ? Input : never
/** What a run answers to it. */
export type UpdateResult<Name extends UpdateName> =
  Ends<Name> extends UpdateDefinition<infer Result, infer _> ? Result : never

/** The order by which each act on a transfer is done. */
export const transferUpdates = {
  take: 'takeTransfer',
  approve: 'approveTransfer',
  mark_transferred: 'markTransferred',
  reject: 'rejectTransfer',
  cancel: 'cancelTransfer',
} as const satisfies Readonly<Record<TransferActKind, UpdateName>>
export type TransferUpdate = (typeof transferUpdates)[TransferActKind]

/** As `defineSignal` makes it, without the runtime that it comes with. */
function signal(name: string): SignalDefinition {
  return { type: 'signal', name } as SignalDefinition
}

/** As `defineUpdate` makes it. */
function update<Input, Result>(name: string): UpdateDefinition<Result, [Input]> {
  return { type: 'update', name } as UpdateDefinition<Result, [Input]>
}
