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
/** Why money is given back: the merchant asked, the platform returns a late debit, or a dispute was lost. */
export const refundOrigins = ['merchant', 'service', 'dispute'] as const
export type RefundOrigin = (typeof refundOrigins)[number]
/** For the reason that a merchant gives, in characters. */
export const refundReasonLengthMax = 255
/** An action of a person on a pending refund. */
export type RefundAct = 'approve' | 'reject' | 'cancel'

/** What moves a refund: people's actions, and what follows from them. */
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
 * The one table of a refund's moves; the database enforces the same moves. The money of a late debit is already in
 * `to_refund`, so its refund reserves nothing and returns nothing.
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

/** The states in which a refund may still be paid. */
export const openRefundStatuses: readonly RefundStatus[] = openStatesOf(refundMoves)

/** True once the refund has ended for good. */
export function isRefundFinal(status: RefundStatus): status is FinalRefundStatus {
  return isEnd(refundMoves, status)
}

/** What an action is checked against. */
export interface RefundDesk {
  readonly status: RefundStatus
  /** Who has approved so far, in order. */
  readonly approvers: readonly string[]
  /** True if it waits for an approval, and may have left before the database was restored. */
  readonly mayHaveLeft?: boolean
}

/** Why this person's action is refused, as an error code; undefined if it is allowed. */
export function refundActRefusal(
  desk: RefundDesk,
  act: RefundAct,
  actedBy: string,
): 'action_not_allowed' | 'second_approver_required' | undefined {
  if (targetsOf(refundMoves, desk.status, act).length === 0) return 'action_not_allowed'
  const isAgain = act === 'approve' && desk.approvers.includes(actedBy)
  return isAgain ? 'second_approver_required' : undefined
}

/** The state after an allowed action; the refund stays pending until the last approval needed. */
export function refundAfter(
  desk: RefundDesk,
  act: RefundAct,
  approvalsNeeded: number,
): RefundStatus {
  const isShort = act === 'approve' && desk.approvers.length + 1 < approvalsNeeded
  const end = targetsOf(refundMoves, desk.status, act).find((to) => to !== desk.status)
  return isShort || end === undefined ? desk.status : end
}

/** A recorded action, to be sent to the refund's run. */
export interface RefundOrder {
  readonly actId: ActId
  readonly refundId: RefundId
  readonly act: RefundAct
  readonly actedBy: string
}

/** What is left to refund of a payment, and where the money comes from; minor units. */
export interface Refundable {
  readonly charged: bigint
  readonly net: bigint
  /** The sum of refunds that were paid or may still be. */
  readonly asked: bigint
  /** The part of it that was taken from the account of the funds. */
  readonly askedOfFunds: bigint
  readonly funds: FundsStatus
}

/** The amount that can still be refunded. */
export function refundableAmount({
  charged,
  asked,
}: Pick<Refundable, 'charged' | 'asked'>): bigint {
  return charged - asked
}

/** The part of a refund that is taken from the payment's own funds while they are not available. */
export function shareOfFunds(
  amount: bigint,
  payment: Omit<Refundable, 'charged' | 'asked'>,
): bigint {
  if (payment.funds === 'available') return 0n
  const standing = payment.net - payment.askedOfFunds
  return amount < standing ? amount : standing
}
