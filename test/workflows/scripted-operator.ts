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
}

/** Answers from the lists in turn; the last of each is its answer for good. */
export function scriptedOperator(script: {
  readonly isIdempotent?: boolean
  readonly answers: readonly RequestAnswer[]
  readonly states: readonly OrderState[]
}): ScriptedOperator {
  const orders: MoneyOrder[] = []
  let reads = 0
  return {
    isIdempotent: script.isIdempotent ?? true,
    orders,
    reads: () => reads,
    async request(order) {
      orders.push(order)
      return script.answers[Math.min(orders.length, script.answers.length) - 1] ?? unknown
    },
    async read() {
      reads += 1
      return script.states[Math.min(reads, script.states.length) - 1] ?? { state: 'unreachable' }
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
const unknown: RequestAnswer = { state: 'unknown' }
