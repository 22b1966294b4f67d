import type { ActId, RefundId } from '#domain/ids.ts'
import { isEnd, type MoveTable, openStatesOf, statesOf, targetsOf } from '#domain/states/moves.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'

/** Life cycle of a refund (docs/refunds.md#a-refund). */
export type RefundStatus =
  | 'pending'
  | 'approved'
  | 'processing'
  | 'succeeded'
  | 'rejected'
  | 'failed'
  | 'cancelled'
export type FinalRefundStatus = Extract<
  RefundStatus,
  'succeeded' | 'rejected' | 'failed' | 'cancelled'
>
/** Who gives the money back: the merchant, the service what it debited too late, or a dispute that was lost. */
export const refundOrigins = ['merchant', 'service', 'dispute'] as const
export type RefundOrigin = (typeof refundOrigins)[number]
/** Of the reason that a merchant gives, in characters. */
export const refundReasonLengthMax = 255
/** What a person orders about a refund that is pending. */
export type RefundAct = 'approve' | 'reject' | 'cancel'

/** What moves a refund: what people order, and what follows from it. */
export type RefundCause =
  | 'request'
  | 'give_back'
  | RefundAct
  | 'send'
  | 'pay'
  | 'refuse'
  | 'give_up'
  | 'close_paid'
  | 'close_not_paid'

/**
 * The one table of a refund's moves; the database refuses any other as well. What is given back of a late debit stands in
 * `to_refund` already: nothing is reserved for it, and nothing returns.
 */
export const refundMoves: MoveTable<RefundStatus, RefundCause> = {
  name: 'refund',
  moves: [
    {
      from: null,
      to: 'pending',
      causes: { request: 'merchant', give_back: 'staff' },
      event: 'refund.pending',
      posting: 'refund_reserved',
    },
    { from: 'pending', to: 'pending', causes: { approve: 'staff' } },
    { from: 'pending', to: 'approved', causes: { approve: 'staff' } },
    { from: 'approved', to: 'processing', causes: { send: 'service' } },
    { from: 'processing', to: 'processing', causes: { send: 'service' } },
    {
      from: 'processing',
      to: 'succeeded',
      causes: { pay: 'operator', close_paid: 'staff' },
      event: 'refund.success',
      posting: 'refund_paid',
    },
    {
      from: 'pending',
      to: 'rejected',
      causes: { reject: 'staff' },
      event: 'refund.rejected',
      posting: 'refund_returned',
    },
    {
      from: 'processing',
      to: 'failed',
      causes: { refuse: 'operator', give_up: 'timer', close_not_paid: 'staff' },
      event: 'refund.failed',
      posting: 'refund_returned',
    },
    {
      from: 'pending',
      to: 'cancelled',
      causes: { cancel: 'merchant' },
      event: 'refund.cancelled',
      posting: 'refund_returned',
    },
  ],
}

export const refundStatuses: readonly RefundStatus[] = statesOf(refundMoves)

/** Those of a refund that may still be paid. */
export const openRefundStatuses: readonly RefundStatus[] = openStatesOf(refundMoves)

/** True once the refund is over, for good. */
export function isRefundFinal(status: RefundStatus): status is FinalRefundStatus {
  return isEnd(refundMoves, status)
}

/** What an act is judged by. */
export interface RefundDesk {
  readonly status: RefundStatus
  /** Who approved so far, the first one first. */
  readonly approvers: readonly string[]
}

/** Why the act of this person is refused, as an error code; undefined where it is allowed. */
export function refundActRefusal(
  desk: RefundDesk,
  act: RefundAct,
  actedBy: string,
): 'action_not_allowed' | 'second_approver_required' | undefined {
  if (targetsOf(refundMoves, desk.status, act).length === 0) return 'action_not_allowed'
  const isAgain = act === 'approve' && desk.approvers.includes(actedBy)
  return isAgain ? 'second_approver_required' : undefined
}

/** Where an allowed act leads: an approval that is not the last one needed leaves the refund pending. */
export function refundAfter(
  desk: RefundDesk,
  act: RefundAct,
  approvalsNeeded: number,
): RefundStatus {
  const isShort = act === 'approve' && desk.approvers.length + 1 < approvalsNeeded
  const end = targetsOf(refundMoves, desk.status, act).find((to) => to !== desk.status)
  return isShort || end === undefined ? desk.status : end
}

/** An order that was written down, to be given to the refund's run. */
export interface RefundOrder {
  readonly actId: ActId
  readonly refundId: RefundId
  readonly act: RefundAct
  readonly actedBy: string
}

/** What a payment has left to refund and where the money comes from, minor units. */
export interface Refundable {
  readonly charged: bigint
  readonly net: bigint
  /** Of refunds that were paid or may be. */
  readonly asked: bigint
  /** What those took from where the funds stood. */
  readonly askedOfFunds: bigint
  readonly funds: FundsStatus
}

/** What may still be refunded. */
export function refundableAmount({
  charged,
  asked,
}: Pick<Refundable, 'charged' | 'asked'>): bigint {
  return charged - asked
}

/** The part of a refund that is taken from the payment's own funds while these are not available. */
export function shareOfFunds(
  amount: bigint,
  payment: Omit<Refundable, 'charged' | 'asked'>,
): bigint {
  if (payment.funds === 'available') return 0n
  const standing = payment.net - payment.askedOfFunds
  return amount < standing ? amount : standing
}
