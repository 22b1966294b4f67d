import type { DeliveryId, ReplayId, ServiceEnvId } from '#domain/ids.ts'
import { aboutEvent } from '#db/runs/fact-kinds.ts'
import { enqueue } from '#db/outbox.ts'
import { deliveryEntry } from '#db/runs/entries.ts'
import type { Sql } from '#db/sql.ts'

/** Manual retries of a delivery in any hour (spec: Delivery history). */
export const retriesPerHourMax = 10

/** True in a statement where this delivery may be retried no more for now. */
export const isRetriedOut = (delivery: string): string =>
  `(select count(*) from webhook_retry r where r.delivery_id = ${delivery}
     and r.asked_at > now() - interval '1 hour') >= ${retriesPerHourMax}`

/** After so long an attempt under way, or one that should be, is not news any more (spec: Webhook delivery status). */
export const silentMinutes = 10

/**
 * Puts deliveries back into the queue, for an attempt at once, and wakes their runs or starts them. An attempt that was
 * left open has been lost. The caller holds their rows and has judged that this is allowed. Returns outbox ids.
 */
export async function askAttempts(sql: Sql, ids: readonly DeliveryId[]): Promise<string[]> {
  await sql.rows(
    `update webhook_attempt set finished_at = now(), error = 'worker_lost'
     where delivery_id = any($1::uuid[]) and finished_at is null`,
    [ids],
  )
  const asked = await sql.rows<AskedRow>(askForAttempts, [ids])
  return enqueue(
    sql,
    asked.map(({ id, service_env_id: serviceEnvId, type, about }) => ({
      ...deliveryEntry({ id, serviceEnvId, type, about: `${about}, asked for again` }),
      signal: 'attemptAsked',
      startsRun: true,
    })),
  )
}

/** Counts them as retries; of a replay each once. */
export async function countRetries(
  sql: Sql,
  ids: readonly DeliveryId[],
  replayId: ReplayId | null,
): Promise<void> {
  await sql.rows(
    'insert into webhook_retry (delivery_id, replay_id) select id, $2 from unnest($1::uuid[]) as d(id)',
    [ids, replayId],
  )
}

interface AskedRow {
  readonly id: DeliveryId
  readonly service_env_id: ServiceEnvId
  readonly type: string
  readonly about: string
}

const askForAttempts = `update webhook_delivery d set status = 'pending', next_attempt_at = now(), completed_at = null,
    asked_attempt = case when d.status = 'abandoned' or d.asked_attempt = 'extra'
      or exists (select from webhook_attempt a where a.delivery_id = d.id and a.is_extra) then 'extra' else 'next' end
  from event e where d.id = any($1::uuid[]) and e.id = d.event_id
  returning d.id, d.service_env_id, e.type, ${aboutEvent} as about`
