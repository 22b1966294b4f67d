import type { SignalDefinition, UpdateDefinition } from '@temporalio/common'
import type { CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type { ActId, StaffMemberId, TransactionId, TransferActId } from '#domain/ids.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { FundsStatus, TransactionStatus } from '#domain/transactions/transaction.ts'
import type { TransferActKind, TransferState } from '#domain/transfers/transfer.ts'

/** Signals, named for what happened. None carries data: the workflow reads the database or asks the operator. */
export const signals = {
  /** The operator called back about this payment; a hint, never the outcome itself. */
  operatorAnswered: signal('operatorAnswered'),
  /** This delivery is no longer to be sent: its endpoint was disabled or deleted. */
  deliveryStopped: signal('deliveryStopped'),
  /** Somebody requested an attempt at this delivery now; the database says which. */
  attemptAsked: signal('attemptAsked'),
  /** Somebody has paused, resumed or cancelled this file of payouts; the database says which. */
  payoutFileMoved: signal('payoutFileMoved'),
  /** Staff has put the funds of this payment on hold; the database says so. */
  fundsHeld: signal('fundsHeld'),
  /** Somebody has stopped this replay. */
  replayStopped: signal('replayStopped'),
  /** A payment of this checkout has reached its final state. */
  paymentEnded: signal('paymentEnded'),
  /** The cash session of this checkout was closed: nobody is at the desk any more. */
  deskClosed: signal('deskClosed'),
  /** The cause of a failing activity was repaired. Every run accepts it; a run without such a failure ignores it. */
  lookAgain: signal('lookAgain'),
  /**
   * What this run waits for may have happened: it checks at once. Like cancelling it, but may be sent more than once.
   */
  lookNow: signal('lookNow'),
} as const
export type SignalName = keyof typeof signals

/** An update about a transfer: who sends it, and the id of the recorded action. */
export interface TransferOrder {
  readonly actId: TransferActId
  /** Null if it is the merchant. */
  readonly staffId: StaffMemberId | null
}
/** What other updates carry; their texts are in the database, under the same id. */
export interface OrderInput {
  readonly actId: ActId
  /** The id of the person who acted. */
  readonly actedBy: string
}
/** What updates about one payment of a checkout carry. */
export interface CheckoutPaymentInput {
  readonly transactionId: TransactionId
}
/** The state after an update. */
export interface Followed<Status> {
  readonly status: Status
}

/**
 * Updates, named as commands: the run accepts or refuses each at once, with a code of domain/errors/errors.ts as
 * failure type.
 */
export const updates = {
  /** A member of staff starts processing a bank transfer. */
  takeTransfer: update<TransferOrder, Followed<TransferState>>('takeTransfer'),
  /** A second member of staff approves a large one. */
  approveTransfer: update<TransferOrder, Followed<TransferState>>('approveTransfer'),
  /** The bank has made it. */
  markTransferred: update<TransferOrder, Followed<TransferState>>('markTransferred'),
  /** It cannot be made: the money goes back. */
  rejectTransfer: update<TransferOrder, Followed<TransferState>>('rejectTransfer'),
  /** The merchant cancels it. */
  cancelTransfer: update<TransferOrder, Followed<TransferState>>('cancelTransfer'),
  /** Staff approves a refund; the last approval needed sends it. */
  approveRefund: update<OrderInput, Followed<RefundStatus>>('approveRefund'),
  /** Staff rejects it: the money goes back. */
  rejectRefund: update<OrderInput, Followed<RefundStatus>>('rejectRefund'),
  /** The merchant cancels it. */
  cancelRefund: update<OrderInput, Followed<RefundStatus>>('cancelRefund'),
  /** Staff gives a verdict on a payout or refund whose operator does not answer. */
  closeUnknown: update<OrderInput, Followed<TransactionStatus | RefundStatus>>('closeUnknown'),
  /** Staff confirms that the money of a payment arrived. */
  confirmFunds: update<OrderInput, Followed<FundsStatus>>('confirmFunds'),
  /** Staff releases held funds. */
  releaseFunds: update<OrderInput, Followed<FundsStatus>>('releaseFunds'),
  /** Staff withholds held funds. */
  withholdFunds: update<OrderInput, Followed<FundsStatus>>('withholdFunds'),
  /** A payer's request takes the checkout until its payment ends; repeating the same request changes nothing. */
  beginPayment: update<CheckoutPaymentInput, CheckoutStatus>('beginPayment'),
  /** The payment that took the checkout was refused by a rule, and will not be recorded. */
  dropPayment: update<CheckoutPaymentInput, CheckoutStatus>('dropPayment'),
  /** The desk cancels its code. */
  cancelCheckout: update<Readonly<Record<string, never>>, CheckoutStatus>('cancelCheckout'),
} as const
export type UpdateName = keyof typeof updates
type Ends<Name extends UpdateName> = (typeof updates)[Name]
/** The input of an update; for a union of names, what fits each of them. */
export type UpdateInput<Name extends UpdateName> = (
  Name extends UpdateName ? (definition: Takes<Ends<Name>>) => void : never
) extends (definition: infer Input) => void
  ? Input
  : never
type Takes<Update> = Update extends UpdateDefinition<infer _, [infer Input]> ? Input : never
/** The result of an update. */
export type UpdateResult<Name extends UpdateName> =
  Ends<Name> extends UpdateDefinition<infer Result, infer _> ? Result : never

/** The update that carries out each action on a transfer. */
export const transferUpdates = {
  take: 'takeTransfer',
  approve: 'approveTransfer',
  mark_transferred: 'markTransferred',
  reject: 'rejectTransfer',
  cancel: 'cancelTransfer',
} as const satisfies Readonly<Record<TransferActKind, UpdateName>>
export type TransferUpdate = (typeof transferUpdates)[TransferActKind]

/** As `defineSignal` would make it, without loading the workflow runtime. */
function signal(name: string): SignalDefinition {
  return { type: 'signal', name } as SignalDefinition
}

/** As `defineUpdate` would make it, without loading the workflow runtime. */
function update<Input, Result>(name: string): UpdateDefinition<Result, [Input]> {
  return { type: 'update', name } as UpdateDefinition<Result, [Input]>
}
