import type { ErrorCode } from '#domain/errors/errors.ts'
import { accountGoneCodes, type PausingReason } from '#domain/standing-orders/order.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { notify } from '#use-cases/notifications/notify.ts'
import { mayAsk, pauseByItself } from './move.ts'
import { decide, lock, type Order } from './rows.ts'

type Context = Pick<UseCaseContext, 'database'>

/** True if this refuses the day; false if it was decided before, or if the order was changed meanwhile. */
export function refuse(context: Context, refused: Refused): Promise<boolean> {
  const { id } = refused.order
  return inTransaction(context.database.pool, async (tx) => {
    const locked = await tx.first(lock({ id }))
    if (locked?.version !== refused.order.version) return false
    const { day, code } = refused
    if ((await tx.run(decide({ id, day, refusal: code }))) === 0) return false
    await tellRefused(tx, context, refused)
    return true
  })
}

/** A day that is not paid, and why. */
export interface Refused {
  readonly order: Order
  readonly day: string
  readonly code: ErrorCode
}

/** Notifies the merchant, once per day and terms, and pauses the order if a person must resolve it. */
export async function tellRefused(
  tx: Sql,
  { database }: Context,
  { order, day, code }: Refused,
): Promise<void> {
  await pauseFor(tx, order, code)
  await notify(tx, database, {
    readers: { serviceEnvId: order.serviceEnvId },
    kind: 'standing_order_refused',
    about: `${order.id} ${day} ${order.version}`,
    details: { id: order.id, name: order.name, code, when: day },
  })
}

/** Pauses it if the next day would be refused too, until a person has resolved it. */
async function pauseFor(tx: Sql, order: Order, code: ErrorCode): Promise<void> {
  const reason: PausingReason | undefined = !mayAsk(order)
    ? 'maker_gone'
    : accountGoneCodes.includes(code)
      ? 'account_gone'
      : undefined
  if (reason !== undefined) await pauseByItself(tx, order.id, reason)
}
