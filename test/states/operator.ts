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

/** An operator with a book of its own, which does to each call what the history says. */
export class BookOperator {
  readonly isIdempotent: boolean
  readonly #book = new Map<string, 'waiting' | Decision>()
  /** Orders that moved money more than once. */
  doubled = 0
  readonly #refused = new Set<string>()

  constructor(isIdempotent: boolean) {
    this.isIdempotent = isIdempotent
  }

  /** As a worker meets it whose calls end like this. */
  saying(request: RequestWord, read: ReadWord): Operator {
    return {
      isIdempotent: this.isIdempotent,
      request: (order) => Promise.resolve(this.#take(order, request)),
      read: ({ requestId }) => Promise.resolve(this.tells(requestId, read)),
    }
  }

  #take({ requestId }: MoneyOrder, word: RequestWord): RequestAnswer {
    const isKnown = this.#book.has(requestId)
    if (isKnown && !this.isIdempotent) this.doubled += 1
    if (word === 'lost') return { state: 'unknown' }
    if (word === 'unavailable') return { state: 'unavailable' }
    if (this.#refuses(requestId, word)) return { state: 'refused', failureCode: 'payer_not_found' }
    if (!isKnown) this.#book.set(requestId, 'waiting')
    return { state: word === 'answer_lost' ? 'unknown' : 'taken' }
  }

  /** What it has refused it refuses for good, and what it has taken it has. */
  #refuses(requestId: string, word: RequestWord): boolean {
    if (word === 'refused' && !this.#book.has(requestId)) this.#refused.add(requestId)
    return this.#refused.has(requestId)
  }

  hasRefused(requestId: string): boolean {
    return this.#refused.has(requestId)
  }

  /** What a read would tell now. */
  tells(requestId: string, word: ReadWord): OrderState {
    const booked = this.#book.get(requestId)
    if (word === 'unreachable') return { state: 'unreachable' }
    if (word === 'hidden' || booked === undefined) return { state: 'not_found' }
    if (booked === 'waiting') return { state: 'pending' }
    return { state: 'decided', outcome: decisions[booked], isTentative: booked === 'not_confirmed' }
  }

  /** Decides an order that waits; what was only not confirmed may still be paid. */
  decide(requestId: string, decision: Decision): void {
    const booked = this.#book.get(requestId)
    const isLate = booked === 'not_confirmed' && decisions[decision].status === 'succeeded'
    if (booked === 'waiting' || isLate) this.#book.set(requestId, decision)
  }

  /** Says the opposite of what it has decided, and moves the money back or after all. */
  changeMind(requestId: string): void {
    const booked = this.#book.get(requestId)
    if (booked === undefined || booked === 'waiting') return
    this.#book.set(requestId, this.isPaid(requestId) ? 'declined' : 'paid')
  }

  has(requestId: string): boolean {
    return this.#book.has(requestId)
  }

  /** True where the money has moved. */
  isPaid(requestId: string): boolean {
    const state = this.#book.get(requestId)
    return state !== undefined && state !== 'waiting' && decisions[state].status === 'succeeded'
  }
}
