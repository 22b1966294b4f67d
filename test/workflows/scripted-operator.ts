import type {
  Operator,
  MoneyOrder,
  OrderState,
  RequestAnswer,
} from '#activities/operators/operator.ts'

/** An operator as the world may have it, for what the sandbox never does; it keeps what it was asked. */
export interface ScriptedOperator extends Operator {
  readonly orders: readonly MoneyOrder[]
  readonly reads: () => number
  /** From now on it says this of every order. */
  readonly say: (state: OrderState) => void
  /** What it was called in each read, where it had been told. */
  readonly asked: () => readonly (string | null | undefined)[]
}

/**
 * Answers from the lists in turn; the last of each is its answer for good. What depends on the time, and not on how often
 * it was asked, is told by a function.
 */
export function scriptedOperator(script: {
  readonly isIdempotent?: boolean
  readonly answers: readonly RequestAnswer[]
  readonly states: readonly OrderState[] | (() => Promise<OrderState>)
}): ScriptedOperator {
  const orders: MoneyOrder[] = []
  let said: OrderState | undefined
  const asked: (string | null | undefined)[] = []
  return {
    isIdempotent: script.isIdempotent ?? true,
    orders,
    reads: () => asked.length,
    asked: () => asked,
    say: (state) => {
      said = state
    },
    async request(order) {
      orders.push(order)
      return script.answers[Math.min(orders.length, script.answers.length) - 1] ?? unknown
    },
    async read({ providerReference }) {
      asked.push(providerReference)
      if (said !== undefined) return said
      if (typeof script.states === 'function') return script.states()
      const at = Math.min(asked.length, script.states.length) - 1
      return script.states[at] ?? { state: 'unreachable' }
    },
  }
}

export const paid: OrderState = {
  state: 'decided',
  outcome: { status: 'succeeded', funds: 'available', providerReference: 'OP-1' },
}
export const refusedByPayer: OrderState = {
  state: 'decided',
  outcome: { status: 'failed', failureCode: 'payer_rejected', providerReference: 'OP-2' },
}
/** An end that its operator is not sure of. */
export const notConfirmed: OrderState = {
  state: 'decided',
  isTentative: true,
  outcome: { status: 'expired', failureCode: 'approval_timeout', providerReference: 'OP-3' },
}
const unknown: RequestAnswer = { state: 'unknown' }

/** Decides at the first look. */
export function operatorThat(decides: OrderState): Operator {
  return scriptedOperator({ answers: [{ state: 'taken' }], states: [decides] })
}

/** Decides after the ten minutes of the looks before. */
export function slowOperatorThat(decides: OrderState): Operator {
  const pending = Array.from({ length: 10 }, () => ({ state: 'pending' }) as const)
  return scriptedOperator({ answers: [{ state: 'taken' }], states: [...pending, decides] })
}
