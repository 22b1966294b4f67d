import type { DeliveryId, ReplayId } from '#domain/ids.ts'
import { anyOf, now } from '#db/functions.ts'
import { enqueue } from '#db/outbox.ts'
import { deliveryEntry } from '#db/runs/entries.ts'
import { aboutEvent } from '#db/runs/fact-kinds.ts'
import type { Sql } from '#db/sql.ts'
import { type Changes, db, type Expression, type Params, prepared, sql } from '#db/statements.ts'

/** Manual retries of a delivery in any hour (docs/webhooks.md#retries-by-hand). */
export const retriesPerHourMax = 10

/** After this time without news, an attempt no longer stands in the way of a retry (docs/webhooks.md#statuses). */
export const silentMinutes = 10

/** The beginning of that time. */
export const lately = sql<Date>`now() - interval '1 minute' * ${silentMinutes}`

/** Whether an attempt of this delivery is being sent, as part of a statement. */
export function attemptUnderWay(deliveryId: Expression<DeliveryId>) {
  return db
    .selectFrom('webhookAttempt as a')
    .select('a.id')
    .where('a.deliveryId', '=', deliveryId)
    .where('a.finishedAt', 'is', null)
    .where('a.startedAt', '>', lately)
}

/**
 * Queues deliveries for an attempt at once, counted as a retry, each once per replay; wakes their runs or starts them.
 * An attempt that was left open is lost. The caller has locked their rows and checked that this is allowed. Returns
 * outbox ids.
 */
export async function retryAll(
  tx: Sql,
  ids: readonly DeliveryId[],
  replayId: ReplayId | null,
): Promise<string[]> {
  await tx.run(
    db.insertInto('webhookRetry').values(ids.map((id) => ({ deliveryId: id, replayId }))),
  )
  return askAttempts(tx, ids)
}

/** The same without counting. */
export async function askAttempts(tx: Sql, ids: readonly DeliveryId[]): Promise<string[]> {
  const asked = await tx.all(ask({ ids }))
  return enqueue(
    tx,
    asked.map(({ about, ...delivery }) => ({
      ...deliveryEntry({ ...delivery, about: `${about}, asked for again` }),
      signal: 'attemptAsked',
      startsRun: true,
    })),
  )
}

const ask = prepared((p: Params<{ ids: readonly DeliveryId[] }>) =>
  db
    .with('lost', (books) =>
      books
        .updateTable('webhookAttempt')
        .set({ finishedAt: now, error: 'worker_lost' })
        .where('deliveryId', '=', anyOf(p.ids))
        .where('finishedAt', 'is', null),
    )
    .updateTable('webhookDelivery as d')
    .from('event as e')
    .leftJoin('transaction as t', 't.id', 'e.transactionId')
    .leftJoin('refund as r', 'r.id', 'e.refundId')
    .set((eb): Changes<'webhookDelivery'> => ({
      status: 'pending',
      nextAttemptAt: now,
      completedAt: null,
      isInLine: false,
      askedAttempt: eb
        .case()
        .when(
          eb.or([
            eb('d.status', '=', 'abandoned'),
            eb('d.askedAttempt', '=', 'extra'),
            eb.exists(
              eb
                .selectFrom('webhookAttempt as a')
                .select('a.id')
                .whereRef('a.deliveryId', '=', 'd.id')
                .where('a.isExtra', '=', true),
            ),
          ]),
        )
        .then('extra' as const)
        .else('next' as const)
        .end(),
    }))
    .where('d.id', '=', anyOf(p.ids))
    .whereRef('e.id', '=', 'd.eventId')
    .returning(['d.id', 'd.serviceEnvId', 'e.type', sql.raw<string>(aboutEvent).as('about')])
    .returning(['t.mode', 't.provider', 't.reference'])
    .returning((eb) => eb.fn.coalesce('r.status', 't.status').as('status')),
)
