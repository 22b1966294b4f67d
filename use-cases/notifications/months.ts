import type { ServiceEnvId } from '#domain/ids.ts'
import type { FigureDimension } from '#domain/dashboard/figures.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { FinalStatus, TransactionType } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { oneOf, rowCount } from '#db/functions.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import {
  column,
  type ColumnPath,
  db,
  type Expression,
  type Params,
  prepared,
  sql as text,
} from '#db/statements.ts'
import { notify } from './notify.ts'
import { isUntold } from './untold.ts'

/** The most summaries per pass; the rest is left for the next. */
const toldAtOnce = 1000

/** Sends last month's summary, during the first days of the month. */
export async function tellMonths(database: Pick<Database, 'pool' | 'keyring'>): Promise<void> {
  const months = await onPool(database.pool).all(lastMonths({ limit: toldAtOnce }))
  for (const { serviceEnvId, month, count, underWay, ...sums } of months) {
    const { amount, moneyOut, fees, refunded, settled } = sums
    const details = {
      when: month,
      count,
      amount: `${amount}`,
      moneyOut: `${moneyOut}`,
      fees: `${fees}`,
      ...(refunded > 0n && { refunded: `${refunded}` }),
      ...(settled !== 0n && { settled: `${settled}` }),
      ...(underWay > 0 && { underWay }),
    }
    await inTransaction(database.pool, (tx) =>
      notify(tx, database, {
        readers: { serviceEnvId },
        kind: 'monthly_statement',
        about: month,
        details,
      }),
    )
  }
}

/** Last month; sent from six in the morning of the first day, local time, for three days. */
const clock = text<{ begun: string; over: string; isNow: boolean }>`(select
    (date_trunc('month', local) - interval '1 month')::date as begun, date_trunc('month', local)::date as over,
    extract(day from local) <= 3 and local - date_trunc('month', local) > interval '6 hours' as is_now
  from (select now() at time zone 'Africa/Porto-Novo' as local) as here)`
const month = text<string>`to_char(m.begun, 'YYYY-MM')`

/** What settlements gave merchants; the part that the service bears is not taken from them. */
const settledWith = db
  .selectFrom('contradictionSettlement as c')
  .innerJoin('transaction as t', 't.id', 'c.transactionId')
  .where('c.state', '=', text.lit('done'))
  // What is kept for the payer of a late debit is not the merchant's.
  .where('t.lateOutcomeAt', 'is', null)
const ofOwner = text<bigint>`${column('contradictionSettlement.amount', 'c')}
  + ${column('contradictionSettlement.writtenOff', 'c')}`

/** What was paid back; the platform gives late debits back, not the merchant. */
const paidBack = db
  .selectFrom('refund as r')
  .where('r.status', '=', text.lit('succeeded'))
  .where('r.origin', '<>', text.lit('service'))

/** No payment; a month in which other money moved is still reported. */
const noPayment = [
  text<FigureDimension>`'provider'`.as('dimension'),
  text<TransactionType>`'collection'`.as('type'),
  text<FinalStatus>`'succeeded'`.as('status'),
  text<CurrencyCode>`'XOF'`.as('netCurrency'),
  text<bigint>`0`.as('count'),
  text<bigint>`0`.as('fees'),
  text<bigint>`0`.as('net'),
] as const

/** What is summed up, and what has ended since; with the days of what is no payment. */
const figures = db
  .selectFrom('dayFigure')
  .select(['serviceEnvId', 'day', 'dimension', 'type', 'status', 'netCurrency'])
  .select(['count', 'fees', 'net'])
  .unionAll(
    db
      .selectFrom('figureDue as due')
      .innerJoin('figurePart as part', 'part.transactionId', 'due.transactionId')
      .select(['part.serviceEnvId', 'part.day', 'part.dimension', 'part.type', 'part.status'])
      .select(['part.netCurrency', text<bigint>`1`.as('count'), 'part.fees', 'part.net']),
  )
  .unionAll(
    paidBack
      .select(['r.serviceEnvId', dayOf('refund.completedAt', 'r').as('day')])
      .select(noPayment),
  )
  .unionAll(
    settledWith
      .select(['t.serviceEnvId', dayOf('contradictionSettlement.decidedAt', 'c').as('day')])
      .select(noPayment)
      .where(ofOwner, '<>', 0n),
  )

const lastMonths = prepared((p: Params<{ limit: number }>) =>
  db
    .selectFrom(clock.as('m'))
    .innerJoin(figures.as('f'), (join) =>
      join.onRef('f.day', '>=', 'm.begun').onRef('f.day', '<', 'm.over'),
    )
    .select(['f.serviceEnvId', month.as('month')])
    .select((eb) => [
      text<number>`${ofType('collection', eb.ref('f.count'))}::int`.as('count'),
      ofType('collection', eb.ref('f.net')).as('amount'),
      ofType('payout', eb.ref('f.net')).as('moneyOut'),
      text<bigint>`coalesce(sum(${eb.ref('f.fees')}), 0)::bigint`.as('fees'),
      refundedIn(eb.ref('f.serviceEnvId')).as('refunded'),
      settledIn(eb.ref('f.serviceEnvId')).as('settled'),
      stillUnderWay(eb.ref('f.serviceEnvId')).as('underWay'),
    ])
    .where('m.isNow', '=', true)
    // Each payment has one operator, and days of all services have an index by operator alone.
    .where((eb) => oneOf(eb.ref('f.dimension'), ['provider']))
    .where('f.status', '=', 'succeeded')
    .where('f.netCurrency', '=', 'XOF')
    .where((eb) => isUntold(eb.ref('f.serviceEnvId'), 'monthly_statement', month))
    .groupBy(['f.serviceEnvId', 'm.begun', 'm.over'])
    .limit(p.limit),
)

/** What refunds that were paid in that month gave back. */
function refundedIn(serviceEnvId: Expression<ServiceEnvId>) {
  const paid = paidBack
    .select(text<bigint>`coalesce(sum(${column('refund.amount', 'r')}), 0)::bigint`.as('sum'))
    .where('r.serviceEnvId', '=', serviceEnvId)
    .where(isInMonth('refund.completedAt', 'r'))
  return text<bigint>`(${paid})`
}

/** What settled contradictions gave the merchant in that month, negative for what they took. */
function settledIn(serviceEnvId: Expression<ServiceEnvId>) {
  const settled = settledWith
    .select(text<bigint>`coalesce(sum(${ofOwner}), 0)::bigint`.as('sum'))
    .where('t.serviceEnvId', '=', serviceEnvId)
    .where(isInMonth('contradictionSettlement.decidedAt', 'c'))
  return text<bigint>`(${settled})`
}

/** Payments and payouts of that month that have not ended: no month's report counts them. */
function stillUnderWay(serviceEnvId: Expression<ServiceEnvId>) {
  const begun = db
    .selectFrom('transaction as t')
    .select(rowCount.as('count'))
    .where('t.serviceEnvId', '=', serviceEnvId)
    .where('t.status', '=', 'pending')
    .where(isInMonth('transaction.createdAt', 't'))
  return text<number>`(${begun})`
}

/** True of a time whose day is in that month. */
function isInMonth(path: ColumnPath, alias: string) {
  const day = dayOf(path, alias)
  return text<boolean>`${day} >= m.begun and ${day} < m.over`
}

function dayOf(path: ColumnPath, alias: string) {
  return text<string>`(${column(path, alias)} at time zone 'Africa/Porto-Novo')::date`
}

function ofType(type: TransactionType, sum: Expression<bigint>) {
  const isOfType = text<boolean>`${column('dayFigure.type', 'f')} = ${text.lit(type)}`
  return text<bigint>`coalesce(sum(${sum}) filter (where ${isOfType}), 0)::bigint`
}
