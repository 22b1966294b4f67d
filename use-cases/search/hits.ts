import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { SearchReading } from '#domain/search/reading.ts'
import type { Position } from '#db/pages.ts'
import { type Params, sql } from '#db/statements.ts'
import { at, bySigns, type Signs, signsOf, type Stretch } from './signs.ts'

/** What is searched for among the payments of a service. */
export interface Searched extends Signs {
  readonly serviceEnvId: ServiceEnvId
  readonly ids: readonly string[]
  readonly references: readonly string[]
  readonly receiptEnds: readonly bigint[]
  readonly referenceEnds: readonly string[]
}

/** Everything that a search text may mean; of an amount, a number or a payer at most `each` payments are read. */
export function searched(
  serviceEnvId: ServiceEnvId,
  { id, references, referenceEnd, receiptEnd, phoneEnd, amounts, name }: SearchReading,
  each: number,
): Searched {
  return {
    serviceEnvId,
    ids: id === null ? [] : [id],
    references,
    receiptEnds: receiptEnd === null ? [] : [receiptEnd],
    referenceEnds: referenceEnd === null ? [] : [referenceEnd],
    each,
    ...signsOf({ amounts, phoneEnd, name }),
  }
}

/** The latest payments, whoever made them: somebody who has just paid is found, however common the name. */
const latestMax = 50
/** How many of the latest payments are searched for the end of a reference, which has no index. */
const referencesMax = 1000

/**
 * The payments that match, with their time and a rank, 0 for exact ids, references and receipts; some more than once.
 * Each way of searching uses its own index, newest first; unused ways read nothing. What is read does not grow with the
 * number of payments (docs/performance.md).
 */
export function hitsOf(p: Params<Searched>, stretch?: Stretch) {
  const place = sql`(select ${p.serviceEnvId}::uuid as id)`
  return sql`
    select t.id, t.created_at, 0 as rank from unnest(${p.ids}::uuid[]) as x
      cross join lateral (select * from transaction where id = x union all
        select * from transaction where operator_request_id = x) t where t.service_env_id = ${p.serviceEnvId}
    union all select t.id, t.created_at, 0 from unnest(${p.references}::text[]) as x
      join transaction t on t.reference = x and t.service_env_id = ${p.serviceEnvId}
    union all select t.id, t.created_at, 0 from unnest(${p.references}::text[]) as x
      join transaction t on t.provider_reference = x where t.service_env_id = ${p.serviceEnvId}
    union all select t.id, t.created_at, 0 from unnest(${p.receiptEnds}::bigint[]) as x
      join transaction t on receipt_end(t.id) = x where t.service_env_id = ${p.serviceEnvId}
    union all (${bySigns(p, place, stretch)})
    union all (${ofLatest(p)})
    union all (${ofReferenceEnds(p)})`
}

/** The latest payments of all. */
function ofLatest(p: Params<Searched>) {
  return sql`
    select h.id, h.created_at, 1 from unnest(${p.names}::text[]) as x
      cross join lateral (select search_words(x) as words offset 0) a
      cross join lateral (select id, created_at, customer_name from transaction t
        where t.service_env_id = ${p.serviceEnvId}
        order by t.created_at desc, t.id desc limit ${sql.lit(latestMax)}) h
      where cardinality(a.words) > 0 and is_named(h.customer_name, a.words)`
}

/** What a payer reads out of an operator's message, or a cashier off a receipt. */
function ofReferenceEnds(p: Params<Searched>) {
  return sql`
    select h.id, h.created_at, 1 from unnest(${p.referenceEnds}::text[]) as x
      cross join lateral (select id, created_at, reference, provider_reference from transaction t
        where t.service_env_id = ${p.serviceEnvId}
        order by t.created_at desc, t.id desc limit ${sql.lit(referencesMax)}) h
      where x in (lower(right(h.reference, length(x))), lower(right(h.provider_reference, length(x))),
        right(h.id::text, length(x)))`
}

interface HitPart {
  readonly search?: SearchReading
  readonly createdAfter: Date
  readonly createdBefore?: Date
  readonly position?: Position<TransactionId>
  readonly limit: number
}

/**
 * The newest payments that match, in this time and after `position`. As many are read of each amount, number and payer as
 * are wanted of all, so a list can go on from any of them.
 */
export function newestHits(
  serviceEnvId: ServiceEnvId,
  { search, createdAfter, createdBefore, position, limit }: HitPart,
) {
  if (search === undefined) return sql<object>`(select null::uuid as id where false)`
  const values = searched(serviceEnvId, search, limit)
  const { createdAt, id } = position ?? { createdAt: never, id: lastId }
  const [from, to, last] = [createdAfter, createdBefore ?? never, createdAt].map(
    (time) => sql`${time}::timestamptz`,
  )
  const stretch: Stretch = {
    when: sql<boolean>`${at} >= ${from} at time zone 'UTC' and ${at} < ${to} at time zone 'UTC'
      and ${at} <= ${last} at time zone 'UTC' and (t.created_at, t.id) < (${last}, ${id}::uuid)`,
    order: sql`${at} desc, t.id desc`,
    ofOne: sql`${limit}::int`,
  }
  const hits = hitsOf(
    {
      serviceEnvId: sql`${serviceEnvId}`,
      ids: sql`${values.ids}`,
      references: sql`${values.references}`,
      receiptEnds: sql`${values.receiptEnds}`,
      referenceEnds: sql`${values.referenceEnds}`,
      charged: sql`${values.charged}`,
      prices: sql`${values.prices}`,
      currencies: sql`${values.currencies}`,
      phoneEnds: sql`${values.phoneEnds}`,
      names: sql`${values.names}`,
      each: sql`${values.each}::int`,
    },
    stretch,
  )
  return sql<object>`(
    select h.id from (${hits}) h
    where h.created_at >= ${from} and h.created_at < ${to} and (h.created_at, h.id) < (${last}, ${id}::uuid)
    group by h.id, h.created_at order by h.created_at desc, h.id desc limit ${limit}::int)`
}

/** After everything. */
const never = new Date('9999-12-31')
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
