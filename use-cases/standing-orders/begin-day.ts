import { type ErrorCode, ServiceError } from '#domain/errors/errors.ts'
import type { StandingOrderId } from '#domain/ids.ts'
import { stateOf } from '#domain/standing-orders/order.ts'
import type { Due } from '#domain/standing-orders/timetable.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { amountDue, idsOf } from './due.ts'
import { mayAsk } from './move.ts'
import { tellRefused } from './refuse-day.ts'
import { type Day, dayOf, keepSent, lock, type Order, skipOver, write } from './rows.ts'

type Context = Pick<UseCaseContext, 'database'>

/**
 * The day as it is to be paid. It is recorded with what it sends; one for which nothing was sent before its order was
 * changed is recorded again, by the terms of now. Undefined if the order no longer applies.
 */
export async function dayDue(context: Context, order: Order, due: Due): Promise<Day | undefined> {
  const known = await onPool(context.database.pool).first(dayOf({ id: order.id, day: due.day }))
  return known === undefined || isOfEarlierTerms(known, order) ? begin(context, order, due) : known
}

function isOfEarlierTerms({ state, isThere, createdAt }: Day, { termsSince }: Order): boolean {
  return state !== 'sent' && !isThere && createdAt.getTime() < termsSince.getTime()
}

async function begin(context: Context, order: Order, due: Due): Promise<Day | undefined> {
  const sending = await sendingOf(context, order)
  const { payoutId } = idsOf(order.id, due)
  return inTransaction(context.database.pool, async (tx) => {
    const locked = await tx.first(lock({ id: order.id }))
    if (locked === undefined || !holdsStill(order, locked, due)) return undefined
    const isSeen = locked.approvedBy !== null
    const { id, accountId } = order
    const written = { id, day: due.day, accountId, payoutId, isSeen, ...sending }
    const isOurs = (await tx.run(write(written))) > 0
    const { refusal: code } = sending
    if (isOurs && code !== null) await tellRefused(tx, context, { order, day: due.day, code })
    return tx.only(dayOf(written))
  })
}

/** True if nobody has paused, changed or ended it since it was read. */
export function holdsStill(
  order: Order,
  locked: Pick<Order, 'version' | 'activeSince'> & Parameters<typeof stateOf>[0],
  due: Due,
): boolean {
  const isSame = locked.version === order.version && stateOf(locked) === 'active'
  return isSame && locked.activeSince.getTime() <= due.at.getTime()
}

/** What to send now; neither amount nor refusal if there is nothing to send. */
interface Sending {
  readonly amount: bigint | null
  readonly refusal: ErrorCode | null
}

/** By the balance and the rules of now. */
export async function sendingOf(context: Context, order: Order): Promise<Sending> {
  if (!mayAsk(order)) return { amount: null, refusal: 'operation_not_allowed' }
  try {
    return { amount: await amountDue(context, order), refusal: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { amount: null, refusal: error.code }
  }
}

/** Drops open days that may no longer be paid, because the order was paused, changed or ended meanwhile. */
export async function leaveOpen({ database }: Context, id: StandingOrderId): Promise<void> {
  const books = onPool(database.pool)
  await books.run(keepSent({ id }))
  await books.run(skipOver({ id }))
}
