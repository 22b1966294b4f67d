import { type ErrorCode, fail } from '#domain/errors/errors.ts'
import type { ServiceEnvId, StandingOrderId, TransactionId } from '#domain/ids.ts'
import type { StandingDayState } from '#domain/standing-orders/order.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared } from '#db/statements.ts'

const shownMax = 100
const daysShownMax = 40

const orders = db
  .selectFrom('standingOrder as o')
  .innerJoin('authorizedAccount as a', 'a.id', 'o.accountId')
  .innerJoin('person as m', 'm.id', 'o.madeBy')
  .leftJoin('person as b', 'b.id', 'o.approvedBy')
  .select(['o.id', 'o.name', 'o.accountId', 'o.amount', 'o.floor', 'o.most', 'o.monthTotal'])
  .select(['o.rhythm', 'o.day', 'o.hour', 'o.needsApproval', 'o.version', 'o.madeBy'])
  .select(['o.approvedBy', 'o.createdAt', 'o.pausedAt', 'o.pauseReason', 'o.endedAt'])
  .select(['a.type as accountType', 'a.holderName', 'a.ownName', 'a.provider', 'a.phone'])
  .select(['a.accountMasked'])
  .select(['m.name as makerName', 'b.name as approverName'])
  .select((eb) =>
    eb
      .selectFrom('standingOrderDay as d')
      .select((day) => day.fn.max('d.day').as('day'))
      .whereRef('d.orderId', '=', 'o.id')
      .where('d.state', '=', 'sent')
      .as('sentDay'),
  )

/** A standing order as it is shown. */
export type StandingOrderRecord = InferResult<typeof orders>[number]

/** The orders of a service in one mode: open ones before ended ones, newest first. */
export function listStandingOrders(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<StandingOrderRecord[]> {
  return onPool(pool).all(ofService({ serviceEnvId }))
}

/** One of them. Refusal: standing_order_not_found. */
export async function readStandingOrder(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: StandingOrderId,
): Promise<StandingOrderRecord> {
  const order = await onPool(pool).first(byId({ serviceEnvId, id }))
  if (order === undefined) throw fail('standing_order_not_found')
  return order
}

/** One of its days, with the state of its payout. */
export interface StandingOrderDay {
  readonly day: string
  readonly state: StandingDayState
  readonly amount: bigint | null
  readonly refusal: ErrorCode | null
  readonly holderName: string
  readonly ownName: string | null
  readonly payoutId: TransactionId
  readonly status: TransactionStatus | null
  readonly failureCode: string | null
}

/** Its latest days, newest first. */
export function listStandingOrderDays(
  { pool }: Pick<Database, 'pool'>,
  id: StandingOrderId,
): Promise<StandingOrderDay[]> {
  return onPool(pool).all(daysOf({ id }))
}

const ofService = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  orders
    .where('o.serviceEnvId', '=', p.serviceEnvId)
    .orderBy((eb) => eb('o.endedAt', 'is not', null))
    .orderBy('o.createdAt', 'desc')
    .orderBy('o.id', 'desc')
    .limit(shownMax),
)

const byId = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: StandingOrderId }>) =>
  orders.where('o.id', '=', p.id).where('o.serviceEnvId', '=', p.serviceEnvId),
)

const daysOf = prepared((p: Params<{ id: StandingOrderId }>) =>
  db
    .selectFrom('standingOrderDay as d')
    .innerJoin('authorizedAccount as a', 'a.id', 'd.accountId')
    .leftJoin('transaction as t', 't.id', 'd.payoutId')
    .select(['d.day', 'd.state', 'd.amount', 'd.refusal', 'd.payoutId'])
    .select(['a.holderName', 'a.ownName', 't.status', 't.failureCode'])
    .where('d.orderId', '=', p.id)
    .orderBy('d.day', 'desc')
    .limit(daysShownMax),
)
