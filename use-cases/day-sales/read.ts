import type { CollaboratorId, ServiceEnvId } from '#domain/ids.ts'
import { type Money, money } from '#domain/money/money.ts'
import type { Database } from '#db/connect.ts'
import { rowCountIf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type InferResult, sql } from '#db/statements.ts'

/** The sales of a service, or of one point of sale, since the beginning of a day; before another, if that is given. */
export interface DayScope {
  readonly serviceEnvId: ServiceEnvId
  readonly pointOfSaleId?: string
  readonly since: Date
  readonly until?: Date
}

/** What one cashier took at one point of sale with one operator. */
export interface DaySales {
  readonly pointOfSale: { readonly id: string; readonly name: string } | null
  /** Null for what a terminal sold without a cashier. */
  readonly cashier: { readonly id: CollaboratorId; readonly name: string } | null
  readonly provider: string
  /** Paid ones, and what their payers were debited. */
  readonly count: number
  readonly amount: Money
  /** Without an outcome so far. */
  readonly pendingCount: number
}

/** The sales in person of these days; what was sold by link, on a site or without a terminal is not among them. */
export async function readDaySales(
  { pool }: Pick<Database, 'pool'>,
  { serviceEnvId, pointOfSaleId, since, until }: DayScope,
): Promise<DaySales[]> {
  let query = sales.where('t.serviceEnvId', '=', serviceEnvId).where('t.createdAt', '>=', since)
  if (until !== undefined) query = query.where('t.createdAt', '<', until)
  if (pointOfSaleId !== undefined) query = query.where('place.id', '=', pointOfSaleId)
  return (await onPool(pool).all(query)).map(toSales)
}

const isPaid = sql<boolean>`${column('transaction.status', 't')} = 'succeeded'`

const sales = db
  .selectFrom('transaction as t')
  .innerJoin('terminal', 'terminal.id', 't.terminalId')
  .leftJoin('pointOfSale as place', 'place.id', 'terminal.pointOfSaleId')
  .leftJoin('collaborator as c', 'c.id', 't.collaboratorId')
  .select(['place.id as placeId', 'place.name as placeName'])
  .select(['c.id as cashierId', 'c.name as cashierName', 't.provider', 't.chargedCurrency'])
  .select([
    rowCountIf(isPaid).as('count'),
    sql<bigint>`coalesce(sum(${column('transaction.amountCharged', 't')}) filter (where ${isPaid}), 0)::int8`.as(
      'amount',
    ),
    rowCountIf(sql<boolean>`not ${isPaid}`).as('pendingCount'),
  ])
  .where('t.type', '=', 'collection')
  .where('t.status', 'in', ['succeeded', 'pending'])
  .groupBy(['place.id', 'place.name', 'c.id', 'c.name', 't.provider', 't.chargedCurrency'])
  .orderBy('place.name')
  .orderBy('place.id')
  .orderBy('c.name')
  .orderBy('c.id')
  .orderBy('t.provider')

function toSales(row: InferResult<typeof sales>[number]): DaySales {
  const { placeId, placeName, cashierId, cashierName, chargedCurrency, amount, ...counted } = row
  return {
    ...counted,
    pointOfSale: placeId === null ? null : { id: placeId, name: placeName ?? '' },
    cashier: cashierId === null ? null : { id: cashierId, name: cashierName ?? '' },
    amount: money(amount, chargedCurrency),
  }
}
