import type { DeliveryId, ServiceEnvId } from '#domain/ids.ts'
import { retryDelivery } from '#use-cases/webhooks/retry-delivery.ts'
import { startReplay } from '#use-cases/webhooks/replay.ts'
import type { Merchant, World } from '#test/chaos/world.ts'
import type { Hand, Movement } from './hand.ts'

/** Staff decides about funds that wait for it. */
export const decideFunds: Movement = async (hand) => {
  const [waiting] = await hand.world.rows<{ id: string; status: string }>(
    `select id, funds_status as status from transaction
     where funds_status in ('held', 'pending_confirmation') order by completed_at offset $1 limit 1`,
    hand.random.below(3),
  )
  if (waiting !== undefined) await decideFundsOf(hand, waiting)
}

export async function decideFundsOf(
  { world, random }: Hand,
  { id, status }: { readonly id: string; readonly status: string },
): Promise<void> {
  const acts = status === 'held' ? (['release', 'release', 'withhold'] as const) : ['confirm']
  const reason = { reason: 'Relevé vérifié' }
  if (await world.counter.act('supervisor', `/funds/${id}/${random.pick(acts)}`, reason)) {
    world.journal.promise({ kind: 'funds decided', id })
  }
}

/** Staff asks to give back what was debited after the end. */
export const refundLateDebit: Movement = async ({ world }) => {
  const [late] = await world.rows<{ id: string }>(
    `select id from transaction t where late_outcome_at is not null
       and not exists (select from refund r where r.transaction_id = t.id) order by late_outcome_at limit 1`,
  )
  if (late === undefined) return
  if (await world.counter.act('agent', `/late-outcomes/${late.id}/refund`)) {
    world.journal.promise({ kind: 'late debit refunded', id: late.id })
  }
}

/** Somebody of the merchant asks for one more attempt at a delivery that was missed. */
export const retryOne: Movement = async ({ world, random }) => {
  const [missed] = await world.rows<{ id: DeliveryId; serviceEnvId: ServiceEnvId }>(
    `select d.id, d.service_env_id as "serviceEnvId" from webhook_delivery d
     where d.status in ('failed', 'abandoned')
       and (select count(*) from webhook_retry r where r.delivery_id = d.id) < 5
     order by d.created_at desc offset $1 limit 1`,
    random.below(5),
  )
  if (missed === undefined) return
  // A rule may refuse, and the books may be out of reach.
  await retryDelivery(world.database, world.outbox, missed).then(
    () => world.journal.promise({ kind: 'delivery retried', id: missed.id }),
    () => {},
  )
}

/** All that a merchant missed is sent once more. */
export const replay: Movement = ({ world, random }) =>
  replayMissed(world, random.pick(Object.values(world.merchants)))

/** Sends once more what one merchant missed since the run began. */
export async function replayMissed(world: World, { serviceEnvId }: Merchant): Promise<void> {
  const order = { serviceEnvId, endpointId: null, since: new Date(world.journal.since) }
  const begun = await startReplay(world.database, world.outbox, order).catch(() => undefined)
  if (begun !== undefined) world.journal.promise({ kind: 'webhook replay', id: begun })
}
