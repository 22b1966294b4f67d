import type { ServiceEnvId } from '#domain/ids.ts'
import type { SearchReading } from '#domain/search/reading.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type Params, prepared, sql } from '#db/statements.ts'
import { toRecord, transactionRows } from '#use-cases/transactions/find.ts'
import { bySigns, type Signs, signsOf } from './signs.ts'

/** The latest payments, whoever made them: somebody who has just paid is found, however common the name. */
const latestMax = 50

/**
 * Payments and payouts of a service that match: exact ids, references and receipts first, then the latest; at most
 * `limit`. What it reads does not grow with the number of payments (docs/performance.md).
 */
export async function searchPayments(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { reading, limit }: { readonly reading: SearchReading; readonly limit: number },
): Promise<TransactionRecord[]> {
  const { id, references, receiptEnd, phoneEnd, amounts, name } = reading
  const rows = await onPool(pool).all(
    found({
      serviceEnvId,
      limit,
      ids: id === null ? [] : [id],
      references,
      receiptEnds: receiptEnd === null ? [] : [receiptEnd],
      each: limit,
      ...signsOf({ amounts, phoneEnd, name }),
    }),
  )
  return rows.map(toRecord)
}

interface Asked extends Signs {
  readonly serviceEnvId: ServiceEnvId
  readonly limit: number
  readonly ids: readonly string[]
  readonly references: readonly string[]
  readonly receiptEnds: readonly bigint[]
}

const found = prepared((p: Params<Asked>) =>
  transactionRows
    .innerJoin(hits(p).as('hit'), 'hit.id', 't.id')
    .orderBy('hit.rank')
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.id', 'desc'),
)

/** Each way of searching uses its own index, newest first; unused ways read nothing. */
function hits(p: Params<Asked>) {
  const place = sql`(select ${p.serviceEnvId}::uuid as id)`
  const exact = sql`
    select t.id, t.created_at, 0 as rank from unnest(${p.ids}::uuid[]) as x
      cross join lateral (select * from transaction where id = x union all
        select * from transaction where operator_request_id = x) t where t.service_env_id = ${p.serviceEnvId}
    union all select t.id, t.created_at, 0 from unnest(${p.references}::text[]) as x
      join transaction t on t.reference = x and t.service_env_id = ${p.serviceEnvId}
    union all select t.id, t.created_at, 0 from unnest(${p.references}::text[]) as x
      join transaction t on t.provider_reference = x where t.service_env_id = ${p.serviceEnvId}
    union all select t.id, t.created_at, 0 from unnest(${p.receiptEnds}::bigint[]) as x
      join transaction t on receipt_end(t.id) = x where t.service_env_id = ${p.serviceEnvId}`
  return sql<{ id: TransactionRecord['id']; rank: number }>`(
    select id, min(rank) as rank from (${exact}
      union all (${bySigns(p, place)})
      union all (${ofLatest(p)})
    ) as each group by id, created_at order by min(rank), created_at desc limit ${p.limit})`
}

/** Plus the latest payments of all. */
function ofLatest(p: Params<Asked>) {
  return sql`
    select h.id, h.created_at, 1 from unnest(${p.names}::text[]) as x
      cross join lateral (select search_words(x) as words offset 0) a
      cross join lateral (select id, created_at, customer_name from transaction t
        where t.service_env_id = ${p.serviceEnvId}
        order by t.created_at desc, t.id desc limit ${sql.lit(latestMax)}) h
      where cardinality(a.words) > 0 and is_named(h.customer_name, a.words)`
}
