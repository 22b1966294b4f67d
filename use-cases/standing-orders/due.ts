import { money } from '#domain/money/money.ts'
import { largestPayout } from '#domain/pricing/whole-balance.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import { findAuthorizedAccount } from '#use-cases/authorized-accounts/find.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { drawn, drawnUuid } from '#use-cases/payouts/drawn-ids.ts'
import { wayTo } from '#use-cases/payouts/way-to.ts'
import { makePayoutOffer } from '#use-cases/pricing/payout-offer.ts'
import { fail } from '#domain/errors/errors.ts'
import type { Order } from './rows.ts'
import {
  asId,
  type OperatorRequestId,
  type StandingOrderId,
  type TransactionId,
} from '#domain/ids.ts'
import type { Due } from '#domain/standing-orders/timetable.ts'

/** An amount that any operator accepts, to find out which tariff applies. */
export const probed = 1000n

/**
 * The amount to pay this time, minor units of XOF: the fixed amount, or everything available above the floor, fees
 * included, within the limits of order and operator; null if that is below the operator's minimum. Refusals:
 * recipient_not_authorized, those of `makePayoutOffer`.
 */
export async function amountDue(
  context: Pick<UseCaseContext, 'database'>,
  { serviceEnvId, mode, accountId, amount, floor, most }: Order,
): Promise<bigint | null> {
  if (amount !== null) return amount
  const account = await findAuthorizedAccount(context.database, serviceEnvId, accountId)
  if (account.status !== 'active') throw fail('recipient_not_authorized')
  // An operator that is away is waited for when the payout is requested.
  const whileAway = { ...context, isOpen: () => Promise.resolve(true) }
  const { pricing, limits } = await makePayoutOffer(whileAway, {
    seller: { serviceEnvId, mode, channel: 'dashboard', terminalId: null },
    ...wayTo(account),
    amount: money(probed, 'XOF'),
  })
  const { available } = await readBalance(context.database, serviceEnvId)
  const whole = available > floor ? largestPayout(available - floor, pricing.fees.rule) : 0n
  return within(whole, { most, min: limits?.minAmount.minor ?? 1n, max: limits?.maxAmount.minor })
}

interface Bounds {
  readonly most: bigint | null
  readonly min: bigint
  readonly max: bigint | undefined
}

function within(whole: bigint, { most, min, max }: Bounds): bigint | null {
  const bounds = [whole, most ?? whole, max ?? whole]
  const least = bounds.reduce((one, other) => (other < one ? other : one))
  return least >= min ? least : null
}

/** The ids of one day's payout, here and at its operator. */
export interface DueIds {
  readonly payoutId: TransactionId
  readonly operatorRequestId: OperatorRequestId
}

/**
 * Derived from order and day only: paying that day again, even in a database restored to an earlier moment, requests
 * the same payout, and the operator recognises the request.
 */
export function idsOf(orderId: StandingOrderId, { day, at }: Due): DueIds {
  const drawnFor = (what: string) => drawn(`${what} of standing order ${orderId} on ${day}`)
  const payout = drawnFor('payout')
  // Ordered by time, like every payment id.
  payout.writeUIntBE(at.getTime(), 0, 6)
  return {
    payoutId: asId<TransactionId>(drawnUuid(payout, 7)),
    operatorRequestId: asId<OperatorRequestId>(drawnUuid(drawnFor('request'), 4)),
  }
}
