import { fail } from '#domain/errors/errors.ts'
import type { Database } from '#db/connect.ts'
import { secretPurpose } from '#db/events.ts'
import { newWebhookSecret } from '#db/seal.ts'
import { onPool } from '#db/sql.ts'
import type { EndpointOrder } from './change-endpoint.ts'

/**
 * Gives a webhook a new secret, which is in this answer and nowhere else. The old one signs nothing from this moment on:
 * what waits is sealed once more when its next attempt begins (decisions 27). Refusal: webhook_endpoint_not_found.
 */
export async function renewWebhookSecret(
  database: Database,
  { serviceEnvId, id }: EndpointOrder,
): Promise<{ readonly secret: string }> {
  const secret = newWebhookSecret()
  const renewed = await onPool(database.pool).rows(
    `update webhook_endpoint set secret_sealed = $3, secret_last4 = $4, secret_version = secret_version + 1
     where id = $1 and service_env_id = $2 and deleted_at is null returning id`,
    [id, serviceEnvId, database.keyring.seal(secretPurpose, secret), secret.slice(-4)],
  )
  if (renewed.length === 0) throw fail('webhook_endpoint_not_found')
  return { secret }
}
