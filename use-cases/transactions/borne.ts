import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { rowCount, rowCountIf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { column, db, sql, type Tables } from '#db/statements.ts'
import { newestOf, type TransactionFilter } from './list.ts'

/** More paid collections than this are not looked through. */
const lookedAtMost = 2000

/**
 * What these paid collections cost the merchant, in XOF minor units: their prices less what they added to the account, not
 * counting what payers paid on top. Null if there are too many, or if a price is in another currency. The figures by day
 * do not separate the two.
 */
export async function readBorne(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { filter, provider }: { readonly filter: TransactionFilter; readonly provider?: string },
): Promise<bigint | null> {
  const paid = { ...filter, type: 'collection', statuses: ['succeeded'] } as const
  const looked = newestOf({ serviceEnvId }, { filter: paid, limit: lookedAtMost }).as('looked')
  const isOf = provider === undefined ? sql`true` : sql`${its('provider')} = ${provider}`
  const { count, others, borne } = await onPool(pool).only(
    db
      .selectFrom(looked)
      .select([
        rowCount.as('count'),
        rowCountIf(sql<boolean>`${its('currency')} <> 'XOF'`).as('others'),
        sql<bigint>`coalesce(sum(${its('amount')} - ${its('netAmount')}) filter (where ${isOf}), 0)::bigint`.as(
          'borne',
        ),
      ]),
  )
  return count === lookedAtMost || others > 0 ? null : borne
}

/** A column of the payments that are looked through. */
const its = (name: keyof Tables['transaction']) => column(`transaction.${name}`, 'looked')
