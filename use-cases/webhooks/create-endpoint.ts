import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type EndpointId, type ServiceEnvId } from '#domain/ids.ts'
import { lockServiceEnv } from '#use-cases/settings/lock-service-env.ts'
import type { Database } from '#db/connect.ts'
import { type EndpointRecord, findEndpoint } from './find-endpoints.ts'
import { newWebhookSecret } from '#db/seal.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { rowCount } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** Maximum, counting active and disabled ones together (docs/webhooks.md#endpoints). */
export const endpointsMax = 5

export interface NewEndpoint {
  readonly url: string
  readonly label: string | null
  /** `['*']` for all types, including later ones. */
  readonly events: readonly string[]
  readonly isEnabled: boolean
}

/** Creates an endpoint; only this answer contains its secret. Refusal: webhook_limit_reached. */
export async function createWebhookEndpoint(
  database: Database,
  serviceEnvId: ServiceEnvId,
  input: NewEndpoint,
): Promise<{ readonly endpoint: EndpointRecord; readonly secret: string }> {
  const id = asId<EndpointId>(randomUUIDv7())
  const secret = newWebhookSecret()
  await inTransaction(database.pool, async (tx) => {
    await tx.first(lockServiceEnv({ serviceEnvId }))
    const { count } = await tx.only(countEndpoints({ serviceEnvId }))
    if (count >= endpointsMax)
      throw fail('webhook_limit_reached', { limits: { max: endpointsMax } })
    await tx.run(
      db.insertInto('webhookEndpoint').values({
        id,
        serviceEnvId,
        url: input.url,
        label: input.label,
        status: input.isEnabled ? 'enabled' : 'disabled',
        allEvents: input.events.includes('*'),
        events: [...input.events],
        secretSealed: database.keyring.seal(sealedColumns.webhookSecret, id, secret),
        secretLast4: secret.slice(-4),
      }),
    )
  })
  return { endpoint: await findEndpoint(database, serviceEnvId, id), secret }
}

const countEndpoints = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('webhookEndpoint')
    .select(rowCount.as('count'))
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('deletedAt', 'is', null),
)
