import type {
  MoneyOrder,
  Operator,
  OrderState,
  RequestAnswer,
} from '#activities/operators/operator.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'

/** What becomes of a request on its way: taken and answered, taken or lost without an answer, or not taken. */
export const requestWords = ['taken', 'answer_lost', 'lost', 'unavailable', 'refused'] as const
/** What a read tells: the truth, that the order is not found though it may be there, or nothing. */
export const readWords = ['true', 'hidden', 'unreachable'] as const
export type RequestWord = (typeof requestWords)[number]
export type ReadWord = (typeof readWords)[number]

/** What the payer, or the operator itself, decides of an order that it has. */
export const decisions = {
  paid: { status: 'succeeded', funds: 'available', providerReference: 'op-1' },
  paid_held: { status: 'succeeded', funds: 'held', providerReference: 'op-1' },
  paid_unconfirmed: {
    status: 'succeeded',
    funds: 'pending_confirmation',
    providerReference: 'op-1',
  },
  declined: { status: 'failed', failureCode: 'payer_rejected', providerReference: null },
  cancelled: { status: 'cancelled', failureCode: 'payer_rejected', providerReference: null },
  /** Not sure: it may be paid all the same. */
  not_confirmed: { status: 'expired', failureCode: 'approval_timeout', providerReference: null },
} as const satisfies Readonly<Record<string, Outcome>>
export type Decision = keyof typeof decisions

interface BookedOrder {
  readonly order: MoneyOrder
  state: 'waiting' | Decision
}

/** An operator with a book of its own, which does to each call what the history says. */
export class BookOperator implements Operator {
  readonly isIdempotent: boolean
  readonly #book = new Map<string, BookedOrder>()
  /** Orders that moved money more than once. */
  doubled = 0
  request_: RequestWord = 'taken'
  read_: ReadWord = 'true'

  constructor(isIdempotent: boolean) {
    this.isIdempotent = isIdempotent
  }

  request(order: MoneyOrder): Promise<RequestAnswer> {
    const word = this.request_
    const known = this.#book.has(order.requestId)
    if (known && !this.isIdempotent) this.doubled += 1
    if (word === 'lost') return Promise.resolve({ state: 'unknown' })
    if (word === 'unavailable') return Promise.resolve({ state: 'unavailable' })
    if (word === 'refused' && !known)
      return Promise.resolve({ state: 'refused', failureCode: 'payer_not_found' })
    if (!known) this.#book.set(order.requestId, { order, state: 'waiting' })
    return Promise.resolve({ state: word === 'answer_lost' ? 'unknown' : 'taken' })
  }

  read({ requestId }: MoneyOrder): Promise<OrderState> {
    return Promise.resolve(this.tells(requestId, this.read_))
  }

  /** What a read would tell now. */
  tells(requestId: string, word: ReadWord): OrderState {
    const booked = this.#book.get(requestId)
    if (word === 'unreachable') return { state: 'unreachable' }
    if (word === 'hidden' || booked === undefined) return { state: 'not_found' }
    if (booked.state === 'waiting') return { state: 'pending' }
    const outcome = decisions[booked.state]
    return { state: 'decided', outcome, isTentative: booked.state === 'not_confirmed' }
  }

  /** Decides an order that waits; what was only not confirmed may still be paid. */
  decide(requestId: string, decision: Decision): void {
    const booked = this.#book.get(requestId)
    if (booked === undefined) return
    const mayBe =
      booked.state === 'waiting' ||
      (booked.state === 'not_confirmed' && decisions[decision].status === 'succeeded')
    if (mayBe) booked.state = decision
  }

  has(requestId: string): boolean {
    return this.#book.has(requestId)
  }

  /** True where the money has moved. */
  isPaid(requestId: string): boolean {
    const state = this.#book.get(requestId)?.state
    return state !== undefined && state !== 'waiting' && decisions[state].status === 'succeeded'
  }
}
