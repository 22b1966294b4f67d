import type { Database } from '#db/connect.ts'
import { secretPurpose } from '#db/events.ts'
import { newWebhookSecret } from '#db/seal.ts'
import { onPool } from '#db/sql.ts'
import { type EndpointOrder, webhookOf, write } from './change-endpoint.ts'

/**
 * Gives a webhook a new secret, which is in this answer and nowhere else. The old one signs nothing from this moment on:
 * what waits is sealed once more when its next attempt begins (docs/webhooks.md#secrets). Refusal:
 * webhook_endpoint_not_found.
 */
export async function renewWebhookSecret(
  database: Database,
  order: EndpointOrder,
): Promise<{ readonly secret: string }> {
  const secret = newWebhookSecret()
  const renewed = webhookOf(order).set((eb) => ({
    secretSealed: database.keyring.seal(secretPurpose, secret),
    secretLast4: secret.slice(-4),
    secretVersion: eb('secretVersion', '+', 1),
  }))
  await write(onPool(database.pool), renewed)
  return { secret }
}
