import { isEnd, type MoveTable, statesOf } from '#domain/states/moves.ts'

/** Life cycle of a transaction (docs/payments.md#states). */
export type TransactionStatus = 'pending' | 'succeeded' | 'failed' | 'expired' | 'cancelled'
export type FinalStatus = Exclude<TransactionStatus, 'pending'>
export type TransactionType = 'collection' | 'payout'
export type PendingReason = 'awaiting_provider' | 'awaiting_bank_transfer'
export type Mode = 'live' | 'sandbox'
export type Channel = 'api' | 'widget' | 'payment_link' | 'shop' | 'pos' | 'dashboard'
/** Kinds of key; the API takes no others. */
export const keyKinds = ['secret', 'public', 'terminal', 'session'] as const
export type KeyKind = (typeof keyKinds)[number]
export type PaymentMethodType = 'mobile_money' | 'card' | 'direct_debit' | 'bank_transfer'
/** The state of the net amount of a paid collection (docs/refunds.md#funds). */
export type FundsStatus = 'available' | 'pending' | 'pending_confirmation' | 'held' | 'withheld'

export const channels: readonly Channel[] = [
  'api',
  'widget',
  'payment_link',
  'shop',
  'pos',
  'dashboard',
]

/** What moves a collection; payers and operators act through the operator's answer. */
export type CollectionCause =
  | 'request'
  | 'pay'
  | 'refuse'
  | 'decline'
  | 'time_out'
  | 'not_confirm'
  | 'cancel'

/** The one table of a collection's moves; the database enforces the same moves. */
export const collectionMoves: MoveTable<TransactionStatus, CollectionCause> = {
  name: 'collection',
  moves: [
    { from: null, to: 'pending', causes: { request: 'merchant', pay: 'payer' } },
    {
      from: 'pending',
      to: 'succeeded',
      causes: { pay: 'operator' },
      event: 'payment.success',
      posting: 'collection_settled',
    },
    {
      from: 'pending',
      to: 'failed',
      causes: { refuse: 'operator', decline: 'payer' },
      event: 'payment.failed',
    },
    {
      from: 'pending',
      to: 'expired',
      causes: { time_out: 'timer', not_confirm: 'payer' },
      event: 'payment.failed',
    },
    { from: 'pending', to: 'cancelled', causes: { cancel: 'payer' }, event: 'payment.failed' },
  ],
}

/** All statuses of collections and payouts: payouts have no others. */
export const transactionStatuses: readonly TransactionStatus[] = statesOf(collectionMoves)

/** True once the outcome is known and can never change. */
export function isFinal(status: TransactionStatus): status is FinalStatus {
  return isEnd(collectionMoves, status)
}

/** How a payment ended according to its operator, in our terms; `failureCode` is one of `failureCodes` in errors.ts. */
export type Outcome =
  | {
      readonly status: 'succeeded'
      /** Left out if the funds of a collection become available as usual. */
      readonly funds?: FundsAtSettlement
      readonly providerReference: string
    }
  | {
      readonly status: 'failed' | 'expired' | 'cancelled'
      readonly failureCode: string
      readonly providerReference: string | null
    }
  /** Cancelled by the merchant, which is not a failure. */
  | {
      readonly status: 'cancelled'
      readonly failureCode: null
      readonly providerReference: null
    }

/** The first state of the funds; `pending` comes from an availability delay. */
export type FundsAtSettlement = Extract<FundsStatus, 'available' | 'held' | 'pending_confirmation'>
