import type { EndpointId } from '#domain/ids.ts'
import { sourcesOf } from '#domain/states/moves.ts'
import { deliveryMoves } from '#domain/webhooks/delivery.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { type EndpointOrder, webhookOf, write } from './change-endpoint.ts'

export interface EndpointStop extends EndpointOrder {
  /** A disabled endpoint may be enabled again; a deleted one is gone, but its deliveries stay in the history. */
  readonly change: 'disabled' | 'deleted'
}

/**
 * Disables or deletes an endpoint: it receives nothing from now on, and deliveries waiting for it are abandoned at once
 * (docs/webhooks.md#attempts). Refusal: webhook_endpoint_not_found.
 */
export async function stopWebhookEndpoint(
  database: Database,
  outbox: Outbox,
  { change, ...order }: EndpointStop,
): Promise<void> {
  const announced = await inTransaction(database.pool, async (tx) => {
    const stop = change === 'disabled' ? { status: change } : { deletedAt: now }
    await write(tx, webhookOf(order).set(stop))
    const stopped = await tx.all(abandonWaiting({ id: order.id, reason: `endpoint_${change}` }))
    return enqueue(
      tx,
      stopped.map(({ id: subjectId }) => ({
        kind: 'webhook-delivery',
        subjectId,
        signal: 'deliveryStopped',
      })),
    )
  })
  outbox.kick(announced)
}

/** Abandons the deliveries waiting for this endpoint, with the reason in their history. */
const abandonWaiting = prepared((p: Params<{ id: EndpointId; reason: string }>) =>
  db
    .updateTable('webhookDelivery')
    .set({
      status: 'abandoned',
      lastError: p.reason,
      askedAttempt: null,
      nextAttemptAt: null,
      completedAt: now,
      isInLine: false,
    })
    .where('endpointId', '=', p.id)
    .where('status', 'in', sourcesOf(deliveryMoves, 'stop'))
    .returning('id'),
)
