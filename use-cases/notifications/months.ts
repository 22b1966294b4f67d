import type { ServiceEnvId } from '#domain/ids.ts'
import type { TransactionType } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
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

/** What is summed up, and what has ended since. */
const figures = db
  .selectFrom('dayFigure')
  .select(['serviceEnvId', 'dimension', 'day', 'type', 'status', 'netCurrency'])
  .select(['count', 'fees', 'net'])
  .unionAll(
    db
      .selectFrom('figureDue as due')
      .innerJoin('figurePart as part', 'part.transactionId', 'due.transactionId')
      .select(['part.serviceEnvId', 'part.dimension', 'part.day', 'part.type', 'part.status'])
      .select(['part.netCurrency', text<bigint>`1`.as('count'), 'part.fees', 'part.net']),
  )

/** What a settlement gives its owner: what the service bears of it is not taken from them. */
const ofOwner = text<bigint>`${column('contradictionSettlement.amount', 'c')}
  + ${column('contradictionSettlement.writtenOff', 'c')}`

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
    .where('f.dimension', '=', 'all')
    .where('f.status', '=', 'succeeded')
    .where('f.netCurrency', '=', 'XOF')
    .where((eb) => isUntold(eb.ref('f.serviceEnvId'), 'monthly_statement', month))
    .groupBy(['f.serviceEnvId', 'm.begun', 'm.over'])
    .limit(p.limit),
)

/** What refunds that were paid in that month gave back; the platform gives late debits back, not the merchant. */
function refundedIn(serviceEnvId: Expression<ServiceEnvId>) {
  const paid = db
    .selectFrom('refund as r')
    .select(text<bigint>`coalesce(sum(${column('refund.amount', 'r')}), 0)::bigint`.as('sum'))
    .where('r.serviceEnvId', '=', serviceEnvId)
    .where('r.status', '=', 'succeeded')
    .where('r.origin', '<>', 'service')
    .where(isInMonth('refund.completedAt', 'r'))
  return text<bigint>`(${paid})`
}

/** What settled contradictions gave the merchant in that month, negative for what they took. */
function settledIn(serviceEnvId: Expression<ServiceEnvId>) {
  const settled = db
    .selectFrom('contradictionSettlement as c')
    .innerJoin('transaction as t', 't.id', 'c.transactionId')
    .leftJoin('refund as r', 'r.id', 'c.refundId')
    .select(text<bigint>`coalesce(sum(${ofOwner}), 0)::bigint`.as('sum'))
    .where('t.serviceEnvId', '=', serviceEnvId)
    .where('c.state', '=', 'done')
    .where((eb) => eb('r.origin', 'is distinct from', 'service'))
    .where(isInMonth('contradictionSettlement.decidedAt', 'c'))
  return text<bigint>`(${settled})`
}

/** Payments and payouts of that month that have not ended: their month is told without them, and no other one has them. */
function stillUnderWay(serviceEnvId: Expression<ServiceEnvId>) {
  const begun = db
    .selectFrom('transaction as t')
    .select(text<number>`count(*)::int`.as('count'))
    .where('t.serviceEnvId', '=', serviceEnvId)
    .where('t.status', '=', 'pending')
    .where(isInMonth('transaction.createdAt', 't'))
  return text<number>`(${begun})`
}

/** True of a time whose day is in that month. */
function isInMonth(path: ColumnPath, alias: string) {
  const day = text`(${column(path, alias)} at time zone 'Africa/Porto-Novo')::date`
  return text<boolean>`${day} >= m.begun and ${day} < m.over`
}

function ofType(type: TransactionType, sum: Expression<bigint>) {
  const isOfType = text<boolean>`${column('dayFigure.type', 'f')} = ${text.lit(type)}`
  return text<bigint>`coalesce(sum(${sum}) filter (where ${isOfType}), 0)::bigint`
}
