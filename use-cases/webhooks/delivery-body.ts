import type { DeliveryId } from '#domain/ids.ts'
import type { Keyring } from '#platform/keyring.ts'
import { bodyPurpose, eventPurpose, secretPurpose } from '#db/events.ts'
import { type SealedPayload, sealPayload } from '#db/seal.ts'
import type { Sql } from '#db/sql.ts'

/** What a delivery sends, and the secret of its webhook. */
export interface DeliveryBody {
  readonly body_sealed: Buffer
  /** Which of the webhook's secrets the body is sealed under, and which one holds now. */
  readonly secret_version: number
  readonly endpoint_secret_version: number
}

/**
 * The payload and its signature, the same bytes at every attempt. A secret that was renewed meanwhile no longer signs:
 * the body is sealed once more under the new one, and is the same from then on (decisions 27).
 */
export async function bodyToSend(
  sql: Sql,
  keyring: Keyring,
  { id, ...body }: DeliveryBody & { readonly id: DeliveryId },
): Promise<SealedPayload> {
  if (body.secret_version !== body.endpoint_secret_version) return sealAnew(sql, keyring, id)
  return JSON.parse(keyring.open(bodyPurpose, body.body_sealed).toString('utf8')) as SealedPayload
}

async function sealAnew(sql: Sql, keyring: Keyring, id: DeliveryId): Promise<SealedPayload> {
  const source = await sql.one<SourceRow>(
    `select e.type, e.data_sealed, w.secret_sealed, w.secret_version from webhook_delivery d
     join event e on e.id = d.event_id join webhook_endpoint w on w.id = d.endpoint_id where d.id = $1`,
    [id],
  )
  const sealed = sealPayload({
    event: source.type,
    data: keyring.open(eventPurpose, source.data_sealed).toString('utf8'),
    secret: keyring.open(secretPurpose, source.secret_sealed).toString('utf8'),
  })
  await sql.rows(
    'update webhook_delivery set body_sealed = $2, secret_version = $3 where id = $1',
    [id, keyring.seal(bodyPurpose, JSON.stringify(sealed)), source.secret_version],
  )
  return sealed
}

interface SourceRow {
  readonly type: string
  readonly data_sealed: Buffer
  readonly secret_sealed: Buffer
  readonly secret_version: number
}
