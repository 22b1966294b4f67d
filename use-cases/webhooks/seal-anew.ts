import type { DeliveryId } from '#domain/ids.ts'
import type { Keyring } from '#platform/keyring.ts'
import { openEventData } from '#db/event-data.ts'
import { sealPayload } from '#db/seal.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * Reseals the body of a delivery under its endpoint's current secret; the bytes stay the same from then on. A
 * replaced secret no longer signs (docs/webhooks.md#secrets). If two reseal it at once, the first result is kept.
 */
export async function sealAnew(
  books: Sql,
  keyring: Keyring,
  { id, secretVersion: before }: { readonly id: DeliveryId; readonly secretVersion: number },
): Promise<void> {
  const { type: event, secretVersion, ...sealed } = await books.only(sourceOf({ id }))
  const { eventId, endpointId } = sealed
  const body = sealPayload({
    event,
    data: openEventData(keyring, eventId, sealed.dataSealed),
    secret: keyring
      .open(sealedColumns.webhookSecret, endpointId, sealed.secretSealed)
      .toString('utf8'),
  })
  const bodySealed = keyring.seal(sealedColumns.deliveryBody, id, JSON.stringify(body))
  await books.run(replaceBody({ id, before, bodySealed, secretVersion }))
}

const sourceOf = prepared((p: Params<{ id: DeliveryId }>) =>
  db
    .selectFrom('webhookDelivery as d')
    .innerJoin('event as e', 'e.id', 'd.eventId')
    .innerJoin('webhookEndpoint as w', 'w.id', 'd.endpointId')
    .select(['d.eventId', 'd.endpointId'])
    .select(['e.type', 'e.dataSealed', 'w.secretSealed', 'w.secretVersion'])
    .where('d.id', '=', p.id),
)

const replaceBody = prepared(
  (p: Params<{ id: DeliveryId; before: number; bodySealed: Buffer; secretVersion: number }>) =>
    db
      .updateTable('webhookDelivery')
      .set({ bodySealed: p.bodySealed, secretVersion: p.secretVersion })
      .where('id', '=', p.id)
      .where('secretVersion', '=', p.before),
)
