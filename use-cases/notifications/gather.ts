import { operatorOf } from '#domain/operators/operators.ts'
import type { Database } from '#db/connect.ts'
import { rowCountIf } from '#db/functions.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { column, db, type Params, prepared, sql as text } from '#db/statements.ts'
import { addUpEvents, tellDigests } from './digest.ts'
import { tellMonths } from './months.ts'
import { type NewNotification, notify } from './notify.ts'
import { isUntold } from './untold.ts'

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
          .select(rowCountIf(text<boolean>`status in ('failed', 'abandoned')`).as('missed'))
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
