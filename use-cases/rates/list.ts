import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Database } from '#db/connect.ts'
import { personNamed } from '#use-cases/desk/owner-columns.ts'
import { anyOf } from '#db/functions.ts'
import { newestFirst } from '#db/pages.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** A dated rate, and who entered it. */
export interface EnteredRate {
  readonly id: string
  readonly currency: CurrencyCode
  /** XOF for one unit, exactly. */
  readonly xofPerUnit: string
  readonly source: string
  /** From when it applies. */
  readonly at: Date
  /** Null if it came with the installation. */
  readonly enteredBy: { readonly id: string; readonly name: string } | null
}

/** The filter and position of a list of rates. */
export interface RatePage {
  readonly limit: number
  readonly currency?: CurrencyCode | undefined
  readonly after?: { readonly at: Date; readonly id: string } | undefined
}

/** Latest first. */
export function listExchangeRates(
  { pool }: Pick<Database, 'pool'>,
  { limit, currency, after }: RatePage,
): Promise<EnteredRate[]> {
  let query = rates
  if (currency !== undefined) query = query.where('r.currency', '=', currency)
  return onPool(pool).all(
    newestFirst(query, ['r.at', 'r.id'], {
      limit,
      after: after && { createdAt: after.at, id: after.id },
    }),
  )
}

/** The rates with these ids, in this order. */
export function readExchangeRates(
  { pool }: Pick<Database, 'pool'>,
  ids: readonly string[],
): Promise<EnteredRate[]> {
  return onPool(pool).all(byIds({ ids }))
}

const rates = db
  .selectFrom('exchangeRate as r')
  .select(['r.id', 'r.currency', 'r.source', 'r.at'])
  .select((eb) => [
    sql<string>`trim_scale(${eb.ref('r.xofPerUnit')})::text`.as('xofPerUnit'),
    personNamed(eb.ref('r.enteredBy')).as('enteredBy'),
  ])

const byIds = prepared((p: Params<{ ids: readonly string[] }>) =>
  rates
    .where('r.id', '=', anyOf(p.ids))
    .orderBy((eb) => sql`array_position(${p.ids}::uuid[], ${eb.ref('r.id')})`),
)
