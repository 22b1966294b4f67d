import {
  type MerchantId,
  type OperatorRequestId,
  type RefundId,
  type ServiceEnvId,
  type TransactionId,
} from '#domain/ids.ts'
import { accountCurrency } from '#domain/money/currency.ts'
import { readEmail } from '#domain/people/person.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { readSearch, type SearchReading } from '#domain/search/reading.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { column, db, jsonBuildObject, type Params, prepared, sql } from '#db/statements.ts'
import { owned } from '#use-cases/desk/queue.ts'
import { listMerchants } from '#use-cases/merchants/find.ts'
import { bySigns, type Signs, signsOf } from './signs.ts'

/** A search result for staff, with its owner. */
export interface FoundAtDesk {
  readonly kind: 'merchant' | 'service' | 'transaction' | 'refund'
  readonly id: string
  /** A transaction's reference; for a refund, that of its payment. */
  readonly name: string
  /** Set for a transaction or refund. */
  readonly mode: Mode | null
  readonly merchant: { readonly id: string; readonly name: string }
}

/** The most payments in one result. */
export const foundAtDeskMax = 50
const othersMax = 10

/** The most payments of one amount or number at one service. */
const eachMax = 5

/**
 * Searches all merchants in both modes, newest first: merchants by part of their name or a service's, or by the whole
 * e-mail address of one of their people; merchants,
 * services, payments, refunds and operator requests by id; payments by a reference of the merchant or operator, or a
 * receipt, and after these by the payer's number or its end, their name, or the amount. Empty if the text cannot match
 * anything.
 */
export async function searchDesk(
  database: Pick<Database, 'pool'>,
  typed: string,
): Promise<FoundAtDesk[]> {
  const reading = readSearch(typed)
  if (typeof reading === 'string') return []
  const tx = onPool(database.pool)
  if (reading.id !== null) return tx.all(byId({ id: reading.id }))
  const [merchants, ofPerson, refunds, payments] = await Promise.all([
    merchantsNamed(database, reading),
    tx.all(merchantWith({ email: readEmail(typed) })),
    tx.all(refundsOf({ references: reading.references })),
    tx.all(paymentsOf(askedOf(reading))),
  ])
  return [...merchants, ...ofPerson, ...payments, ...refunds]
}

async function merchantsNamed(
  database: Pick<Database, 'pool'>,
  { name }: SearchReading,
): Promise<readonly FoundAtDesk[]> {
  if (name === null) return []
  const merchants = await listMerchants(database, { limit: othersMax, name })
  return merchants.map((merchant) => ({
    kind: 'merchant',
    id: merchant.id,
    name: merchant.name,
    mode: null,
    merchant: { id: merchant.id, name: merchant.name },
  }))
}

interface Asked extends Signs {
  readonly references: readonly string[]
  readonly phones: readonly string[]
  readonly receiptEnds: readonly bigint[]
}

/** A number without a country code belongs to the main market; a whole one has an index of its own. */
function askedOf({ references, receiptEnd, phoneEnd, name, amounts }: SearchReading): Asked {
  const asWritten = phoneEnd === null ? [] : [`+${phoneEnd}`, `+229${phoneEnd}`]
  const phones = asWritten.flatMap((number) => {
    const phone = parsePhone(number)
    return phone.ok ? [phone.value.phone] : []
  })
  // Without a unit it may be of any currency; looking for each in every service would cost too much.
  const francs = amounts.filter(({ currency }) => currency === accountCurrency)
  return {
    references,
    phones,
    receiptEnds: receiptEnd === null ? [] : [receiptEnd],
    each: eachMax,
    ...signsOf({
      name,
      phoneEnd: phones.length > 0 ? null : phoneEnd,
      amounts: francs.length > 0 ? francs : amounts,
    }),
  }
}

const kindOf = (kind: FoundAtDesk['kind']) => sql.lit<FoundAtDesk['kind']>(kind).as('kind')
const noMode = sql<Mode | null>`null`.as('mode')

const transactions = db
  .selectFrom('transaction as t')
  .innerJoin(owned.as('of'), 'of.serviceEnvId', 't.serviceEnvId')
  .select((eb) => [
    kindOf('transaction'),
    eb.ref('t.id').$castTo<string>().as('id'),
    't.reference as name',
    eb.ref('t.mode').$castTo<Mode | null>().as('mode'),
    'of.merchant',
  ])

const refunds = db
  .selectFrom('refund as r')
  .innerJoin('transaction as t', 't.id', 'r.transactionId')
  .innerJoin(owned.as('of'), 'of.serviceEnvId', 'r.serviceEnvId')
  .select((eb) => [
    kindOf('refund'),
    eb.ref('r.id').$castTo<string>().as('id'),
    't.reference as name',
    eb.ref('t.mode').$castTo<Mode | null>().as('mode'),
    'of.merchant',
  ])

type OneId = Params<{ id: string }>

const idOf = <Id extends string>(p: OneId) => sql<Id>`${p.id}`

const merchantRows = db
  .selectFrom('merchant as m')
  .select((eb) => [
    kindOf('merchant'),
    eb.ref('m.id').$castTo<string>().as('id'),
    'm.name',
    noMode,
    jsonBuildObject({ id: eb.ref('m.id'), name: eb.ref('m.name') }).as('merchant'),
  ])

/** Whoever cannot log in tells their address on the phone. */
const merchantWith = prepared((p: Params<{ email: string }>) =>
  merchantRows
    .innerJoin('person as u', 'u.merchantId', 'm.id')
    .where('u.realm', '=', 'portal')
    .where('u.email', '=', p.email),
)

const byId = prepared((p: OneId) =>
  merchantOf(p).unionAll(serviceOf(p)).unionAll(paymentOf(p)).unionAll(refundOf(p)),
)

function merchantOf(p: OneId) {
  return merchantRows.where('m.id', '=', idOf<MerchantId>(p))
}

function serviceOf(p: OneId) {
  return db
    .selectFrom('service as s')
    .innerJoin('merchant as m', 'm.id', 's.merchantId')
    .select((eb) => [
      kindOf('service'),
      's.id',
      's.name',
      noMode,
      jsonBuildObject({ id: eb.ref('m.id'), name: eb.ref('m.name') }).as('merchant'),
    ])
    .where((eb) =>
      eb.or([
        eb('s.id', '=', p.id),
        eb.exists(
          eb
            .selectFrom('serviceEnv as e')
            .select('e.id')
            .where('e.id', '=', idOf<ServiceEnvId>(p))
            .whereRef('e.serviceId', '=', 's.id'),
        ),
      ]),
    )
}

function paymentOf(p: OneId) {
  return transactions.where((eb) =>
    eb.or([
      eb('t.id', '=', idOf<TransactionId>(p)),
      eb('t.operatorRequestId', '=', idOf<OperatorRequestId>(p)),
    ]),
  )
}

function refundOf(p: OneId) {
  return refunds.where((eb) =>
    eb.or([
      eb('r.id', '=', idOf<RefundId>(p)),
      eb('r.operatorRequestId', '=', idOf<OperatorRequestId>(p)),
    ]),
  )
}

/** Each through its own index; of a number only the latest, because some have thousands of payments. */
const paymentsOf = prepared((p: Params<Asked>) => {
  const most = sql.lit(foundAtDeskMax)
  const hits = sql<{ id: TransactionId; rank: number }>`(
    select id, min(rank) as rank from (
      select id, created_at, 0 as rank from transaction where reference = any(${p.references}::text[])
      union all select id, created_at, 0 from transaction where provider_reference = any(${p.references}::text[])
      union all select id, created_at, 0 from transaction where receipt_end(id) = any(${p.receiptEnds}::bigint[])
      union all select h.id, h.created_at, 1 from unnest(${p.phones}::text[]) as x cross join lateral (
        select id, created_at from transaction where phone = x order by created_at desc limit ${most}) h
      union all (${bySigns(p, sql`service_env`)})
    ) as each group by id, created_at order by min(rank), created_at desc limit ${most})`
  return transactions
    .innerJoin(hits.as('hit'), 'hit.id', 't.id')
    .orderBy('hit.rank')
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.id', 'desc')
})

const refundsOf = prepared((p: Params<{ references: readonly string[] }>) =>
  refunds
    .where(sql<boolean>`${column('refund.providerReference', 'r')} = any(${p.references}::text[])`)
    .orderBy('r.createdAt', 'desc')
    .limit(sql.lit(othersMax)),
)
