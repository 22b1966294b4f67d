import type {
  Operator,
  PaymentOrder,
  PaymentState,
  RequestAnswer,
} from '#activities/operators/operator.ts'

/** An operator as the world may have it, for what the sandbox never does; it keeps what it was asked. */
export interface ScriptedOperator extends Operator {
  readonly orders: readonly PaymentOrder[]
  readonly reads: () => number
}

/** Answers from the lists in turn; the last of each is its answer for good. */
export function scriptedOperator(script: {
  readonly isIdempotent?: boolean
  readonly answers: readonly RequestAnswer[]
  readonly states: readonly PaymentState[]
}): ScriptedOperator {
  const orders: PaymentOrder[] = []
  let reads = 0
  return {
    isIdempotent: script.isIdempotent ?? true,
    orders,
    reads: () => reads,
    async requestPayment(order) {
      orders.push(order)
      return script.answers[Math.min(orders.length, script.answers.length) - 1] ?? unknown
    },
    async readPayment() {
      reads += 1
      return script.states[Math.min(reads, script.states.length) - 1] ?? { state: 'unreachable' }
    },
  }
}

export const paid: PaymentState = {
  state: 'decided',
  outcome: { status: 'succeeded', funds: 'available', providerReference: 'OP-1' },
}
export const refusedByPayer: PaymentState = {
  state: 'decided',
  outcome: { status: 'failed', failureCode: 'payer_rejected', providerReference: 'OP-2' },
}
const unknown: RequestAnswer = { state: 'unknown' }
