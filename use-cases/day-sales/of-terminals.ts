import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import { accountCurrency } from '#domain/money/currency.ts'
import { type Money, money } from '#domain/money/money.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, sql } from '#db/statements.ts'

interface TerminalsScope {
  readonly serviceEnvId: ServiceEnvId
  readonly ids: readonly TerminalId[]
  readonly since: Date
}

/** What these terminals took since the beginning of a day, in the account's currency; those that took nothing are left out. */
export async function readTerminalSales(
  { pool }: Pick<Database, 'pool'>,
  { serviceEnvId, ids, since }: TerminalsScope,
): Promise<ReadonlyMap<TerminalId, Money>> {
  if (ids.length === 0) return new Map()
  const rows = await onPool(pool).all(
    db
      .selectFrom('transaction')
      .select((eb) => [
        eb.ref('terminalId').$notNull().as('id'),
        sql<bigint>`sum(${eb.ref('amountCharged')})::int8`.as('amount'),
      ])
      .where('serviceEnvId', '=', serviceEnvId)
      .where('createdAt', '>=', since)
      .where('terminalId', 'in', ids)
      .where('type', '=', 'collection')
      .where('status', '=', 'succeeded')
      .where('chargedCurrency', '=', accountCurrency)
      .groupBy('terminalId'),
  )
  return new Map(rows.map(({ id, amount }) => [id, money(amount, accountCurrency)]))
}
