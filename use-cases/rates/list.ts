import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** A dated rate, and who entered it. */
export interface EnteredRate {
  readonly id: string
  readonly currency: CurrencyCode
  /** XOF for one unit, exactly. */
  readonly xofPerUnit: string
  readonly source: string
  /** From when it holds. */
  readonly at: Date
  /** Null where an installation brought it along. */
  readonly enteredBy: { readonly id: string; readonly name: string } | null
}

/** What a list of rates is narrowed to, and where it goes on. */
export interface RatePage {
  readonly limit: number
  readonly currency?: CurrencyCode | undefined
  readonly after?: { readonly at: Date; readonly id: string } | undefined
}

/** The latest first. */
export function listExchangeRates(
  database: Pick<Database, 'pool'>,
  { limit, currency, after }: RatePage,
): Promise<EnteredRate[]> {
  const values = [currency ?? null, after?.at ?? null, after?.id ?? null, limit]
  return read(
    database,
    `where ($1::text is null or r.currency = $1) and ($2::timestamptz is null or (r.at, r.id) < ($2, $3::uuid))
     order by r.at desc, r.id desc limit $4`,
    values,
  )
}

/** Those of these ids, in their order. */
export function readExchangeRates(
  database: Pick<Database, 'pool'>,
  ids: readonly string[],
): Promise<EnteredRate[]> {
  return read(database, 'where r.id = any($1::uuid[]) order by array_position($1::uuid[], r.id)', [
    ids,
  ])
}

async function read(
  { pool }: Pick<Database, 'pool'>,
  rest: string,
  values: readonly unknown[],
): Promise<EnteredRate[]> {
  const rows = await onPool(pool).rows<RateRow>(
    `select r.id, r.currency, trim_scale(r.xof_per_unit)::text as xof_per_unit, r.source, r.at,
       p.id as person_id, p.name as person_name
     from exchange_rate r left join person p on p.id = r.entered_by ${rest}`,
    values,
  )
  return rows.map((row) => ({
    id: row.id,
    currency: row.currency,
    xofPerUnit: row.xof_per_unit,
    source: row.source,
    at: new Date(row.at),
    enteredBy: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '' },
  }))
}

interface RateRow {
  readonly id: string
  readonly currency: CurrencyCode
  readonly xof_per_unit: string
  readonly source: string
  readonly at: string
  readonly person_id: string | null
  readonly person_name: string | null
}
