import { payDue, timeOfBooks } from '#use-cases/standing-orders/pay-due.ts'
import type { StandingOrderInput } from '#workflows/contract.ts'
import type { StandingOrderPaid } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'

/** Pays what a standing order owes now; does nothing if it owes nothing or is not in the database. */
export async function payStandingOrder(
  dependencies: ActivityDependencies,
  { standingOrderId }: StandingOrderInput,
): Promise<StandingOrderPaid> {
  const now = await timeOfBooks(dependencies.database)
  return payDue(dependencies, standingOrderId, now)
}
