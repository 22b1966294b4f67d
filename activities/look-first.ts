import type { MoneyOrder, Operator, OrderState } from './operators/operator.ts'

/**
 * Whether to send an order that may repeat what a restored database has lost, and that its operator may so have under the
 * same id. What the operator has is followed; nothing leaves while it cannot be asked. `told` is what it said just now.
 */
export async function lookFirst(
  operator: Operator,
  order: MoneyOrder,
  told?: OrderState,
): Promise<'send' | 'unknown' | 'unavailable'> {
  const startedAt = performance.now()
  const found = told ?? (await operator.read(order))
  const isSlow = performance.now() - startedAt > slowLookMs
  const isThere =
    found.state === 'decided' || (found.state === 'pending' && found.isUnseen !== true)
  if (isThere) return 'unknown'
  return found.state === 'unreachable' || isSlow ? 'unavailable' : 'send'
}

/** A call takes up to seven seconds of the nine that an activity has. */
const slowLookMs = 1500
