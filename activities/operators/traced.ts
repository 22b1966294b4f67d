import { inSpan } from '#platform/trace.ts'
import type { MoneyOrder, Operator } from './operator.ts'

/** The same operator, with each call as a span of its trace. */
export function traced(
  operator: Operator,
  { provider, mode }: { readonly provider: string; readonly mode: string },
): Operator {
  const span = <Answer extends { readonly state: string }>(
    call: 'request' | 'read',
    { kind }: MoneyOrder,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    const attributes = {
      'payment.provider': provider,
      'payment.mode': mode,
      'payment.kind': kind,
    }
    return inSpan({ name: `operator ${call}`, kind: 'client', attributes }, async (note) => {
      const answer = await work()
      note({ 'operator.outcome': answer.state })
      return answer
    })
  }
  return {
    isIdempotent: operator.isIdempotent,
    request: (order) => span('request', order, () => operator.request(order)),
    read: (order) => span('read', order, () => operator.read(order)),
  }
}
