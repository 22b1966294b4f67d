import type { OperatorRequestId } from '#domain/ids.ts'
import type { Money } from '#domain/money.ts'
import type { Outcome } from '#domain/transaction.ts'

/** A payment as an operator is asked for it. */
export interface PaymentOrder {
  /** Fixed before the first send: the operator knows the payment by it, and so do we. */
  readonly requestId: OperatorRequestId
  /** International number of the payer, digits only. */
  readonly phone: string
  /** What the payer is debited, fees included. */
  readonly amount: Money
  /** Shown to the payer with the request. */
  readonly description: string
}

/** What became of a request that was sent. */
export type RequestAnswer =
  | { readonly state: 'taken' }
  /** No answer, or none that tells: the operator may have it. */
  | { readonly state: 'unknown' }
  /** The operator certainly does not have it, and may later. */
  | { readonly state: 'unavailable' }
  /** The operator refused it for good; a code of failureCodes. */
  | { readonly state: 'refused'; readonly failureCode: string }

/** What an operator says of a payment it was asked for. */
export type PaymentState =
  | { readonly state: 'decided'; readonly outcome: Outcome }
  | { readonly state: 'pending' }
  /** It has never heard of it. */
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
  requestPayment(order: PaymentOrder): Promise<RequestAnswer>
  readPayment(requestId: OperatorRequestId): Promise<PaymentState>
}

/** An operator's call ends within this time, inside the time limit of the step that makes it. */
export const callTimeoutMs = 7000
