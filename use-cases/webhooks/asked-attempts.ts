import type { DeliveryId, ReplayId } from '#domain/ids.ts'
import { anyOf, now } from '#db/functions.ts'
import { enqueue } from '#db/outbox.ts'
import { deliveryEntry } from '#db/runs/entries.ts'
import { aboutEvent } from '#db/runs/fact-kinds.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Expression, type Params, prepared, sql } from '#db/statements.ts'

/** Manual retries of a delivery in any hour (docs/webhooks.md#retries-by-hand). */
export const retriesPerHourMax = 10

/** After so long an attempt under way, or one that should be, is not news any more (docs/webhooks.md#statuses). */
export const silentMinutes = 10

/** When what is no news any more was. */
export const lately = sql<Date>`now() - interval '1 minute' * ${silentMinutes}`

/** An attempt of this delivery that is being sent, as part of a statement. */
export function attemptUnderWay(deliveryId: Expression<DeliveryId>) {
  return db
    .selectFrom('webhookAttempt as a')
    .select('a.id')
    .where('a.deliveryId', '=', deliveryId)
    .where('a.finishedAt', 'is', null)
    .where('a.startedAt', '>', lately)
}

/**
 * Puts deliveries back into the queue, for an attempt at once, counted as a retry, of a replay each once; wakes their runs
 * or starts them. An attempt that was left open has been lost. The caller holds their rows and has judged that this is
 * allowed. Returns outbox ids.
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

/** The same uncounted. */
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
    .set((eb) => ({
      status: 'pending',
      nextAttemptAt: now,
      completedAt: null,
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
