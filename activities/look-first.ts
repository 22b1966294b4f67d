import type { MoneyOrder, Operator, OrderState } from './operators/operator.ts'

/**
 * Whether to send an order that may repeat one lost in a restore of the database, so that its operator may already have it
 * under the same id. If the operator has it, it is followed; while the operator cannot be asked, nothing leaves. `told` is
 * what it said just now.
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
