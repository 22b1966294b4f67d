import type { Database } from '#db/connect.ts'
import { inMs, now } from '#db/functions.ts'
import { newWebhookSecret } from '#db/seal.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { type Changes, db, prepared } from '#db/statements.ts'
import { type EndpointOrder, webhookOf, write } from './change-endpoint.ts'

/**
 * When a new secret takes over: at once, or after a day, so that the receiver has time to learn it
 * (docs/webhooks.md#secrets).
 */
export type SecretStart = 'now' | 'in_24_hours'

const overlapMs = 24 * 3_600_000

export interface SecretOrder extends EndpointOrder {
  readonly start: SecretStart
}

/**
 * Gives an endpoint a new secret, which only this answer contains. At once: the old one signs nothing from now on,
 * and waiting deliveries are resealed when their next attempt begins. After a day: until then both sign, and the old
 * one seals (docs/webhooks.md#secrets). Refusal: webhook_endpoint_not_found.
 */
export async function renewWebhookSecret(
  database: Database,
  { start, ...order }: SecretOrder,
): Promise<{ readonly secret: string }> {
  const secret = newWebhookSecret()
  const sealed = database.keyring.seal(sealedColumns.webhookSecret, order.id, secret)
  const last4 = secret.slice(-4)
  const webhook = webhookOf(order)
  const renewed =
    start === 'now'
      ? webhook.set((eb): Changes<'webhookEndpoint'> => ({
          secretSealed: sealed,
          secretLast4: last4,
          secretVersion: eb('secretVersion', '+', 1),
          ...noneNext,
        }))
      : webhook.set({
          nextSecretSealed: sealed,
          nextSecretLast4: last4,
          nextSecretAt: inMs(overlapMs),
        })
  await write(onPool(database.pool), renewed)
  return { secret }
}

/** Puts due secrets into force; the previous ones are no longer used. */
export async function takeOverSecrets(books: Sql): Promise<void> {
  await books.run(takeOver({}))
}

const noneNext = { nextSecretSealed: null, nextSecretLast4: null, nextSecretAt: null }

const takeOver = prepared(() =>
  db
    .updateTable('webhookEndpoint')
    .set((eb): Changes<'webhookEndpoint'> => ({
      secretSealed: eb.ref('nextSecretSealed').$notNull(),
      secretLast4: eb.ref('nextSecretLast4').$notNull(),
      secretVersion: eb('secretVersion', '+', 1),
      ...noneNext,
    }))
    .where('nextSecretAt', '<=', now),
)
