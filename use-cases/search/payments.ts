import type { ServiceEnvId } from '#domain/ids.ts'
import { accountCurrency } from '#domain/money/currency.ts'
import type { SearchReading } from '#domain/search/reading.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type Params, prepared, sql } from '#db/statements.ts'
import { toRecord, transactionRows } from '#use-cases/transactions/find.ts'

/** The most numbers and names that a search follows to their payments; a more common one needs more text. */
const peopleMax = 100
/** The most words with the given prefix among which the other words are searched. */
const wordsMax = 2000
/** The most payments of one number that are read. */
const paymentsOfOneMax = 20
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
      charged: amounts
        .filter(({ currency }) => currency === accountCurrency)
        .map(({ minor }) => minor),
      prices: amounts.map(({ minor }) => minor),
      currencies: amounts.map(({ currency }) => currency),
      phoneEnds: phoneEnd === null ? [] : [`#${Array.from(phoneEnd).toReversed().join('')}`],
      names: name === null ? [] : [name],
    }),
  )
  return rows.map(toRecord)
}

interface Asked {
  readonly serviceEnvId: ServiceEnvId
  readonly limit: number
  readonly ids: readonly string[]
  readonly references: readonly string[]
  readonly receiptEnds: readonly bigint[]
  readonly charged: readonly bigint[]
  readonly prices: readonly bigint[]
  readonly currencies: readonly string[]
  /** In the form of the payers' search words: `#` and the digits in reverse order. */
  readonly phoneEnds: readonly string[]
  readonly names: readonly string[]
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
      union all (${ofAmounts(p)})
      union all (${ofNumbers(p)})
      union all (${ofNames(p)})
    ) as each group by id, created_at order by min(rank), created_at desc limit ${p.limit})`
}

/** Exactly the expression that the search indexes use (db/migrations/27-search.sql). */
const at = sql`(t.created_at at time zone 'UTC')`

function ofAmounts(p: Params<Asked>) {
  return sql`
    select h.id, h.created_at, 1 from unnest(${p.charged}::bigint[]) as x
      cross join lateral (select id, created_at from transaction t
        where t.service_env_id = ${p.serviceEnvId} and t.amount_charged = x
        order by ${at} desc limit ${p.limit}) h
    union all select h.id, h.created_at, 1 from unnest(${p.prices}::bigint[], ${p.currencies}::text[]) as x(amount, currency)
      cross join lateral (select id, created_at from transaction t
        where t.service_env_id = ${p.serviceEnvId} and t.amount = x.amount and t.currency = x.currency
          and t.amount <> t.amount_charged
        order by ${at} desc limit ${p.limit}) h`
}

function ofNumbers(p: Params<Asked>) {
  return sql`
    select h.id, h.created_at, 1 from unnest(${p.phoneEnds}::text[]) as x
      cross join lateral (select distinct phone from (select w.phone from payer_word w
        where w.service_env_id = ${p.serviceEnvId} and w.word >= x and w.word < x || ':'
        order by w.word limit ${sql.lit(peopleMax)}) w) whose
      cross join lateral (select id, created_at from transaction t
        where t.service_env_id = ${p.serviceEnvId} and t.phone = whose.phone
        order by ${at} desc limit ${p.limit}) h`
}

/** By the longest word, the others among its matches; plus the latest payments of all. */
function ofNames(p: Params<Asked>) {
  const asked = sql`unnest(${p.names}::text[]) as x cross join lateral (select search_words(x) as words) a`
  const last = sql.lit('\u{10FFFF}')
  return sql`
    select h.id, h.created_at, 1 from ${asked}
      cross join lateral (select word from unnest(a.words) as word order by length(word) desc limit 1) lead
      cross join lateral (select distinct phone, name from (select w.phone, w.name
        from payer_word w where w.service_env_id = ${p.serviceEnvId} and w.word >= lead.word
          and w.word < lead.word || ${last}::text collate "C"
        order by w.word limit ${sql.lit(wordsMax)}) w
        where is_named(w.name, a.words) limit ${sql.lit(peopleMax)}) whose
      cross join lateral (
        select id, created_at from (select id, created_at, customer_name from transaction t
          where t.service_env_id = ${p.serviceEnvId} and t.phone = whose.phone
          order by ${at} desc limit ${sql.lit(paymentsOfOneMax)}) t where t.customer_name = whose.name
        union all (select id, created_at from transaction t
          where t.service_env_id = ${p.serviceEnvId} and t.phone is null and t.customer_name = whose.name
            and whose.phone = ''
          order by ${at} desc limit ${sql.lit(paymentsOfOneMax)})) h
    union all select h.id, h.created_at, 1 from ${asked}
      cross join lateral (select id, created_at, customer_name from transaction t
        where t.service_env_id = ${p.serviceEnvId}
        order by t.created_at desc, t.id desc limit ${sql.lit(latestMax)}) h
      where cardinality(a.words) > 0 and is_named(h.customer_name, a.words)`
}
