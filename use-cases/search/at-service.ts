import type { PaymentLinkId, ServiceEnvId } from '#domain/ids.ts'
import { type Money, money } from '#domain/money/money.ts'
import type { PaymentLinkState } from '#domain/payment-links/payment-link.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import { type SearchReading, readSearch } from '#domain/search/reading.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type Params, db, prepared, sql } from '#db/statements.ts'
import { searchRefunds } from '#use-cases/refunds/find.ts'
import { toRecord, transactionRows } from '#use-cases/transactions/find.ts'
import { type Searched, hitsOf, searched } from './hits.ts'

/** A payment link in a search result. */
export interface FoundLink {
  readonly id: PaymentLinkId
  readonly title: string
  /** Null if the payer chooses. */
  readonly price: Money | null
  readonly state: PaymentLinkState
  readonly createdAt: Date
}

/** The search results of a service; `hasMore` if there are more payments. */
export interface Found {
  readonly payments: readonly TransactionRecord[]
  readonly refunds: readonly RefundRecord[]
  readonly links: readonly FoundLink[]
  readonly hasMore: boolean
}

/** The most payments in one result. */
export const foundMax = 20
const othersMax = 5
/** Titles are searched among this many latest links. */
const linksLookedAt = 200

/**
 * Searches a service in one mode: by the payer's number or its end, a name, an amount, a reference of ours or the
 * operator's, a receipt, an id. `nothing` and `too_long` if the text cannot match anything.
 */
export async function searchService(
  database: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  typed: string,
): Promise<Found | 'nothing' | 'too_long'> {
  const reading = readSearch(typed)
  if (typeof reading === 'string') return reading
  const [payments, refunds, links] = await Promise.all([
    searchPayments(database, serviceEnvId, { reading, limit: foundMax + 1 }),
    refundsOf(database, serviceEnvId, reading),
    linksOf(database, serviceEnvId, reading),
  ])
  return {
    payments: payments.slice(0, foundMax),
    refunds,
    links,
    hasMore: payments.length > foundMax,
  }
}

async function refundsOf(
  database: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { id, references }: SearchReading,
): Promise<readonly RefundRecord[]> {
  if (id === null && references.length === 0) return []
  return searchRefunds(database, serviceEnvId, { id, references, limit: othersMax })
}

async function linksOf(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { id, references, name }: SearchReading,
): Promise<readonly FoundLink[]> {
  if (id === null && references.length === 0 && name === null) return []
  const rows = await onPool(pool).all(links({ serviceEnvId, id, references, name }))
  return rows.map(({ amount, currency, ...link }) => ({
    ...link,
    price: amount === null ? null : money(amount, currency),
  }))
}

const links = prepared(
  (
    p: Params<{
      serviceEnvId: ServiceEnvId
      id: string | null
      references: readonly string[]
      name: string | null
    }>,
  ) =>
    db
      .selectFrom('paymentLink as l')
      .select(['l.id', 'l.title', 'l.amount', 'l.currency', 'l.state', 'l.createdAt'])
      .where('l.serviceEnvId', '=', p.serviceEnvId)
      .where(
        sql<boolean>`l.id in (
          select id from payment_link where id = ${p.id}::uuid
          union all select id from payment_link
            where service_env_id = ${p.serviceEnvId} and reference = any(${p.references}::text[])
          union all (select id from (select id, title from payment_link where service_env_id = ${p.serviceEnvId}
            order by created_at desc, id desc limit ${sql.lit(linksLookedAt)}) latest
            where cardinality(search_words(${p.name}::text)) > 0
              and is_named(latest.title, search_words(${p.name}::text))))`,
      )
      .orderBy('l.createdAt', 'desc')
      .orderBy('l.id', 'desc')
      .limit(othersMax),
)

/**
 * Payments and payouts of a service that match: exact ids, references and receipts first, then the latest; at most
 * `limit`. What it reads does not grow with the number of payments (docs/performance.md).
 */
async function searchPayments(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { reading, limit }: { readonly reading: SearchReading; readonly limit: number },
): Promise<TransactionRecord[]> {
  const rows = await onPool(pool).all(found({ ...searched(serviceEnvId, reading, limit), limit }))
  return rows.map(toRecord)
}

const found = prepared((p: Params<Searched & { limit: number }>) =>
  transactionRows
    .innerJoin(ranked(p).as('hit'), 'hit.id', 't.id')
    .orderBy('hit.rank')
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.id', 'desc'),
)

function ranked(p: Params<Searched & { limit: number }>) {
  return sql<{ id: TransactionRecord['id']; rank: number }>`(
    select id, min(rank) as rank from (${hitsOf(p)}) as each
    group by id, created_at order by min(rank), created_at desc limit ${p.limit})`
}
