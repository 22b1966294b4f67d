import {
  type CheckoutRecord,
  type CheckoutStatus,
  payableCheckout,
} from '#domain/checkouts/checkout.ts'
import type { CheckoutId, ServiceEnvId, TerminalId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { column, db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'
import { thaw } from '#db/types/frozen.ts'
import { originOf } from '#use-cases/terminals/origin.ts'

/** Which checkouts a read may see: those of one service in one mode, or only those of one point of sale or terminal. */
export interface CheckoutScope {
  readonly serviceEnvId: ServiceEnvId
  readonly pointOfSaleId?: string
  readonly terminalId?: TerminalId
}

/** The checkout, or undefined if there is none with this id in this scope. */
export async function findCheckout(
  database: Database,
  scope: CheckoutScope,
  id: CheckoutId,
): Promise<CheckoutRecord | undefined> {
  const { serviceEnvId, pointOfSaleId, terminalId } = scope
  let query = checkouts.where('c.id', '=', id).where('c.serviceEnvId', '=', serviceEnvId)
  if (pointOfSaleId !== undefined) query = query.where('p.id', '=', pointOfSaleId)
  if (terminalId !== undefined) query = query.where('c.terminalId', '=', terminalId)
  const row = await onPool(database.pool).first(query)
  return row && toRecord(row)
}

/** The checkout with this id, whoever made it, for its payers, who only know the id. */
export async function findPayableCheckout(
  database: Database,
  id: CheckoutId,
): Promise<Payable | undefined> {
  const row = await onPool(database.pool).first(byId({ id }))
  return row && payableCheckout(toRecord(row))
}

/** The checkout, which must exist, inside this transaction. */
export async function readCheckoutRow(tx: Sql, id: CheckoutId): Promise<CheckoutRecord> {
  return toRecord(await tx.only(byId({ id })))
}

const checkouts = db
  .selectFrom('checkout as c')
  .innerJoin('serviceEnv as e', 'e.id', 'c.serviceEnvId')
  .leftJoin('terminal as t', 't.id', 'c.terminalId')
  .leftJoin('pointOfSale as p', 'p.id', 't.pointOfSaleId')
  .leftJoin('collaborator as o', 'o.id', 'c.collaboratorId')
  .select(['c.id', 'c.serviceEnvId', 'e.mode', 'c.channel', 'c.cashSessionId', 'c.amount'])
  .select(['c.currency', 'c.display', 'c.description', 'c.paymentId', 'c.transactionId'])
  .select(['c.expiresAt', 'c.createdAt', 'c.completedAt', 'c.cancelledAt'])
  .select(['t.id as terminalId', 't.label as terminalLabel'])
  .select(['p.id as placeId', 'p.name as placeName'])
  .select(['o.id as collaboratorId', 'o.name as collaboratorName'])
  .select([
    // Nobody can pay an open one after its time, even if its run has not recorded that yet.
    sql<CheckoutStatus>`case when ${column('checkout.status', 'c')} = 'open' and ${column('checkout.expiresAt', 'c')} <= now()
      then 'expired' else ${column('checkout.status', 'c')} end`.as('status'),
    sql<number>`extract(epoch from ${column('checkout.expiresAt', 'c')} - now()::timestamptz(3))::float8 * 1000`.as(
      'leftMs',
    ),
  ])

const byId = prepared((p: Params<{ id: CheckoutId }>) => checkouts.where('c.id', '=', p.id))

function toRecord(row: InferResult<typeof checkouts>[number]): CheckoutRecord {
  const { terminalId, terminalLabel, placeId, placeName, ...atDesk } = row
  const { collaboratorId, collaboratorName, amount, currency, ...checkout } = atDesk
  return {
    ...checkout,
    terminal:
      terminalId && originOf({ id: terminalId, label: terminalLabel ?? '', placeId, placeName }),
    operator: collaboratorId && { id: collaboratorId, name: collaboratorName ?? '' },
    price: money(amount, currency),
    display: thaw(row.display),
  }
}
