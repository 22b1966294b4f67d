import type { OperatorRequestId } from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { OrderKind } from '#domain/reconciliation/reconciliation.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'

export type { OrderKind }

/** A movement of money, as sent to an operator. */
export interface MoneyOrder {
  readonly kind: OrderKind
  /** Fixed before the first send: both the operator and we identify the order by it. */
  readonly requestId: OperatorRequestId
  /** International number of the person who is debited or paid, digits only. */
  readonly phone: string
  /** What the payer is debited, fees included, or what is paid out. */
  readonly amount: Money
  /** Shown to that person with the request. */
  readonly description: string
  /** For a refund: the request id of the collection. */
  readonly refundOf: OperatorRequestId | null
  /** The operator's own reference, once known; some operators find an order only by it. */
  readonly providerReference?: string | null
}

/** What a request led to. */
export type RequestAnswer =
  | { readonly state: 'taken'; readonly providerReference?: string }
  /** No answer, or an inconclusive one: the operator may have it. */
  | { readonly state: 'unknown' }
  /** The operator certainly does not have it, but may accept it later. */
  | { readonly state: 'unavailable' }
  /** The operator refused it for good; a code of failureCodes. */
  | { readonly state: 'refused'; readonly failureCode: string }

/** The state of an order according to its operator. */
export type OrderState =
  | {
      readonly state: 'decided'
      readonly outcome: Outcome
      /** An unsuccessful end that the operator itself is not sure about: the order is watched afterwards. */
      readonly isTentative?: boolean
    }
  | {
      readonly state: 'pending'
      /** The operator did not find it where we asked, which proves nothing. */
      readonly isUnseen?: true
    }
  /** The operator has certainly never received it; one that cannot know answers `pending`. */
  | { readonly state: 'not_found' }
  /** The operator could not be asked. */
  | { readonly state: 'unreachable' }

/**
 * A Mobile Money operator, sandbox or real. Calls end within `callTimeoutMs` and never throw because of what the
 * operator or the network does: each outcome is one of the states above.
 */
export interface Operator {
  /** True if a request sent twice under one id is one request to the operator; otherwise it is never sent again. */
  readonly isIdempotent: boolean
  request(order: MoneyOrder): Promise<RequestAnswer>
  /** The state of the order. Only this counts, whatever a callback said. */
  read(order: MoneyOrder): Promise<OrderState>
}

/** The time limit of an operator call, below that of the activity that makes it. */
export const callTimeoutMs = 7000
