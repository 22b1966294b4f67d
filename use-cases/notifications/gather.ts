import type { ServiceEnvId } from '#domain/ids.ts'
import type { NotificationKind } from '#domain/notifications/notification.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import type { TransactionType } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { column, db, type Expression, type Params, prepared, sql as text } from '#db/statements.ts'
import { addUpEvents, tellDigests } from './digest.ts'
import { type NewNotification, notify } from './notify.ts'

type Books = Pick<Database, 'pool' | 'keyring'>

/** The most notifications of one kind per pass; the rest is left for the next. */
const toldAtOnce = 1000
/** Consecutive failed deliveries that count as a failing webhook. */
const missedInARow = 5

/**
 * Finds what merchants' people must be notified of, and notifies them, each exactly once, however often and wherever
 * this runs.
 */
export async function gatherNotifications(database: Books): Promise<void> {
  await addUpEvents(database)
  await tellDigests(database)
  await tellClosedOperators(database)
  await tellFailingWebhooks(database)
  await tellMonths(database)
}

async function tell(database: Books, told: readonly NewNotification[]): Promise<void> {
  for (const one of told) await inTransaction(database.pool, (tx) => notify(tx, database, one))
}

/** Notifies everybody in the operator's mode that staff has closed it, once per closing. */
async function tellClosedOperators(database: Books): Promise<void> {
  const closed = await onPool(database.pool).all(closedOperators({ limit: toldAtOnce }))
  await tell(
    database,
    closed.map(({ serviceEnvId, provider, about }) => ({
      readers: { serviceEnvId },
      kind: 'operator_down',
      about,
      details: { name: operatorOf(provider)?.name ?? provider },
    })),
  )
}

/** Notifies of webhooks whose last deliveries all failed, once a day. */
async function tellFailingWebhooks(database: Books): Promise<void> {
  const failing = await onPool(database.pool).all(
    failingWebhooks({ inARow: missedInARow, limit: toldAtOnce }),
  )
  await tell(
    database,
    failing.map(({ serviceEnvId, id, url, about }) => ({
      readers: { serviceEnvId },
      kind: 'webhook_failing',
      about,
      details: { id, name: new URL(url).host },
    })),
  )
}

/** Sends last month's summary, during the first days of the month. */
async function tellMonths(database: Books): Promise<void> {
  const months = await onPool(database.pool).all(lastMonths({ limit: toldAtOnce }))
  await tell(
    database,
    months.map(({ serviceEnvId, month, count, amount, moneyOut, fees, underWay }) => ({
      readers: { serviceEnvId },
      kind: 'monthly_statement',
      about: month,
      details: {
        when: month,
        count,
        amount: `${amount}`,
        moneyOut: `${moneyOut}`,
        fees: `${fees}`,
        ...(underWay > 0 && { underWay }),
      },
    })),
  )
}

const closing = text<string>`${column('operatorState.provider', 'o')} || ' ' || ${column('operatorState.changedAt', 'o')}`

const closedOperators = prepared((p: Params<{ limit: number }>) =>
  db
    .selectFrom('operatorState as o')
    .innerJoin('serviceEnv as e', 'e.mode', 'o.mode')
    .select(['e.id as serviceEnvId', 'o.provider'])
    .select(closing.as('about'))
    .where('o.isOpen', '=', false)
    .where('o.changedAt', '>', text<Date>`now() - interval '1 hour'`)
    .where((eb) => isUntold(eb.ref('e.id'), 'operator_down', closing))
    .limit(p.limit),
)

const failingToday = text<string>`${column('webhookEndpoint.id', 'w')} || ' ' || current_date`

const failingWebhooks = prepared((p: Params<{ inARow: number; limit: number }>) =>
  db
    .selectFrom('webhookEndpoint as w')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom((inner) =>
            inner
              .selectFrom('webhookDelivery as d')
              .select(['d.status', 'd.createdAt'])
              .whereRef('d.endpointId', '=', 'w.id')
              .where('d.status', '<>', 'pending')
              .orderBy('d.createdAt', 'desc')
              .orderBy('d.id', 'desc')
              .limit(p.inARow)
              .as('last'),
          )
          .select(
            text<number>`(count(*) filter (where status in ('failed', 'abandoned')))::int`.as(
              'missed',
            ),
          )
          .select((last) => last.fn.max('last.createdAt').as('latest'))
          .as('l'),
      (join) => join.onTrue(),
    )
    .select(['w.id', 'w.serviceEnvId', 'w.url'])
    .select(failingToday.as('about'))
    .where('w.status', '=', 'enabled')
    .where('w.deletedAt', 'is', null)
    .where('l.missed', '=', p.inARow)
    .where('l.latest', '>', text<Date>`now() - interval '1 hour'`)
    .where((eb) => isUntold(eb.ref('w.serviceEnvId'), 'webhook_failing', failingToday))
    .limit(p.limit),
)

/** Last month; sent from six in the morning of the first day, local time, for three days. */
const clock = text<{ begun: string; over: string; isNow: boolean }>`(select
    (date_trunc('month', local) - interval '1 month')::date as begun, date_trunc('month', local)::date as over,
    extract(day from local) <= 3 and local - date_trunc('month', local) > interval '6 hours' as is_now
  from (select now() at time zone 'Africa/Porto-Novo' as local) as here)`
const month = text<string>`to_char(m.begun, 'YYYY-MM')`

const lastMonths = prepared((p: Params<{ limit: number }>) =>
  db
    .selectFrom(clock.as('m'))
    .innerJoin('dayFigure as f', (join) =>
      join.onRef('f.day', '>=', 'm.begun').onRef('f.day', '<', 'm.over'),
    )
    .select(['f.serviceEnvId', month.as('month')])
    .select((eb) => [
      text<number>`${ofType('collection', eb.ref('f.count'))}::int`.as('count'),
      ofType('collection', eb.ref('f.net')).as('amount'),
      ofType('payout', eb.ref('f.net')).as('moneyOut'),
      text<bigint>`coalesce(sum(${eb.ref('f.fees')}), 0)::bigint`.as('fees'),
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

/** Payments and payouts of that month that have not ended: their month is told without them, and no other one has them. */
function stillUnderWay(serviceEnvId: Expression<ServiceEnvId>) {
  const begun = db
    .selectFrom('transaction as t')
    .select(text<number>`count(*)::int`.as('count'))
    .where('t.serviceEnvId', '=', serviceEnvId)
    .where('t.status', '=', 'pending')
    .where(
      text<boolean>`(${column('transaction.createdAt', 't')} at time zone 'Africa/Porto-Novo')::date >= m.begun
        and (${column('transaction.createdAt', 't')} at time zone 'Africa/Porto-Novo')::date < m.over`,
    )
  return text<number>`(${begun})`
}

/** Nobody at this service was notified of this yet. */
function isUntold(
  serviceEnvId: Expression<ServiceEnvId>,
  kind: NotificationKind,
  about: Expression<string>,
) {
  const told = db
    .selectFrom('notification as n')
    .select('n.id')
    .where('n.serviceEnvId', '=', serviceEnvId)
    .where('n.kind', '=', kind)
    .where('n.about', '=', about)
  return text<boolean>`not exists (${told})`
}

function ofType(type: TransactionType, sum: Expression<bigint>) {
  const isOfType = text<boolean>`${column('dayFigure.type', 'f')} = ${text.lit(type)}`
  return text<bigint>`coalesce(sum(${sum}) filter (where ${isOfType}), 0)::bigint`
}
