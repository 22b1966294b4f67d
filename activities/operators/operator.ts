import type { OperatorRequestId } from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { OrderKind } from '#domain/reconciliation/reconciliation.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'

export type { OrderKind }

/** A movement of money as an operator is asked for it. */
export interface MoneyOrder {
  readonly kind: OrderKind
  /** Fixed before the first send: the operator knows the order by it, and so do we. */
  readonly requestId: OperatorRequestId
  /** International number of who is debited or paid, digits only. */
  readonly phone: string
  /** What the payer is debited, fees included, or what is paid. */
  readonly amount: Money
  /** Shown to that person with the request. */
  readonly description: string
  /** Of a refund: the collection's request. */
  readonly refundOf: OperatorRequestId | null
  /** What the operator calls it, once it has told; some find an order by nothing else. */
  readonly providerReference?: string | null
}

/** What became of a request that was sent. */
export type RequestAnswer =
  | { readonly state: 'taken'; readonly providerReference?: string }
  /** No answer, or none that tells: the operator may have it. */
  | { readonly state: 'unknown' }
  /** The operator certainly does not have it, and may later. */
  | { readonly state: 'unavailable' }
  /** The operator refused it for good; a code of failureCodes. */
  | { readonly state: 'refused'; readonly failureCode: string }

/** What an operator says of an order it was given. */
export type OrderState =
  | {
      readonly state: 'decided'
      readonly outcome: Outcome
      /** An end without success that the operator itself is not sure of: the order is watched on after it. */
      readonly isTentative?: boolean
    }
  | { readonly state: 'pending' }
  /** It has certainly never heard of it; an operator that cannot tell says `pending`. */
  | { readonly state: 'not_found' }
  /** It could not be asked. */
  | { readonly state: 'unreachable' }

/**
 * A Mobile Money operator, sandbox or real. Calls end within `callTimeoutMs` and never throw for what the operator or the
 * network does: every such end is one of the states above.
 */
export interface Operator {
  /** True where a request sent twice under one id is one request to the operator; elsewhere it is never sent again. */
  readonly isIdempotent: boolean
  request(order: MoneyOrder): Promise<RequestAnswer>
  /** How the order stands; the operator's word, whatever a callback said. */
  read(order: MoneyOrder): Promise<OrderState>
}

/** An operator's call ends within this time, inside the time limit of the step that makes it. */
export const callTimeoutMs = 7000
