import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type EndpointId, type ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { secretPurpose } from '#db/events.ts'
import { type EndpointRecord, findEndpoint } from './find-endpoints.ts'
import { newWebhookSecret } from '#db/seal.ts'
import { inTransaction } from '#db/sql.ts'

/** Active and disabled ones together (spec: Limits, Webhooks). */
export const endpointsMax = 5

export interface NewEndpoint {
  readonly url: string
  readonly label: string | null
  /** `['*']` for all types, later ones included. */
  readonly events: readonly string[]
  readonly isEnabled: boolean
}

/** Adds a webhook; its secret is in this answer and nowhere else. Refusal: webhook_limit_reached. */
export async function createWebhookEndpoint(
  database: Database,
  serviceEnvId: ServiceEnvId,
  input: NewEndpoint,
): Promise<{ readonly endpoint: EndpointRecord; readonly secret: string }> {
  const id = asId<EndpointId>(randomUUIDv7())
  const secret = newWebhookSecret()
  await inTransaction(database.pool, async (sql) => {
    await sql.rows('select id from service_env where id = $1 for no key update', [serviceEnvId])
    const { count } = await sql.one<{ count: number }>(
      `select count(*)::int as count from webhook_endpoint
       where service_env_id = $1 and deleted_at is null`,
      [serviceEnvId],
    )
    if (count >= endpointsMax)
      throw fail('webhook_limit_reached', { limits: { max: endpointsMax } })
    await sql.rows(
      `insert into webhook_endpoint
         (id, service_env_id, url, label, status, all_events, events, secret_sealed, secret_last4)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        serviceEnvId,
        input.url,
        input.label,
        input.isEnabled ? 'enabled' : 'disabled',
        input.events.includes('*'),
        [...input.events],
        database.keyring.seal(secretPurpose, secret),
        secret.slice(-4),
      ],
    )
  })
  return { endpoint: await findEndpoint(database, serviceEnvId, id), secret }
}
