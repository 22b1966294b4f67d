import { isRetriedOut, silentMinutes } from './asked-attempts.ts'

/**
 * Part of a statement: the deliveries `d` to webhooks `w` that a replay may send once more. $1 is the service in its mode,
 * $2 the webhook, or null for all of it, $3 the time since which. One that is being sent, or was asked for too often, is
 * left out; so is what goes to webhooks that receive nothing now.
 */
export const missedDeliveries = `webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
  where d.service_env_id = $1 and d.status in ('failed', 'abandoned') and d.created_at >= $3
    and ($2::uuid is null or w.id = $2) and w.status = 'enabled' and w.deleted_at is null
    and not exists (select from webhook_attempt a where a.delivery_id = d.id and a.finished_at is null
      and a.started_at > now() - interval '${silentMinutes} minutes')
    and not ${isRetriedOut('d.id')}`
