import type { Operator, OrderKind } from './operator.ts'

/** One call to an operator, for metrics: no personal data, and few values per field. */
export interface ObservedCall {
  readonly provider: string
  readonly kind: OrderKind
  readonly call: 'request' | 'read'
  readonly outcome: string
  readonly durationSeconds: number
}

/** The same operator, with each call reported to `observe`. */
export function measured(
  operator: Operator,
  provider: string,
  observe: (call: ObservedCall) => void,
): Operator {
  const timed = async <Answer extends { readonly state: string }>(
    call: Pick<ObservedCall, 'call' | 'kind'>,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    const startedAt = performance.now()
    const answer = await work()
    const durationSeconds = (performance.now() - startedAt) / 1000
    observe({ provider, ...call, outcome: answer.state, durationSeconds })
    return answer
  }
  return {
    isIdempotent: operator.isIdempotent,
    request: (order) => timed({ call: 'request', kind: order.kind }, () => operator.request(order)),
    read: (order) => timed({ call: 'read', kind: order.kind }, () => operator.read(order)),
  }
}
