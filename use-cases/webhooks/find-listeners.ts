import { orFail } from '#domain/errors/errors.ts'
import type { ListenerId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A `payments listen` of a developer. */
export interface ListenerRecord {
  readonly id: ListenerId
  readonly label: string
  readonly createdAt: Date
  /** When it last announced itself, or reported results of events. */
  readonly lastSeenAt: Date
}

/** The columns of a record. */
export const listenerFields = ['id', 'label', 'createdAt', 'lastSeenAt'] as const

/** It says every minute that it listens: within this time it still does. */
const silenceMsMax = 150_000

/** True while it listens, as far as we know. */
export function isListening({ lastSeenAt }: ListenerRecord, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() < silenceMsMax
}

/** The listeners of a service, the one seen last first. There are none in live. */
export function listListeners(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<ListenerRecord[]> {
  return onPool(pool).all(ofService({ serviceEnvId }))
}

/** One listener. Refusal: webhook_listener_not_found, also for another service's. */
export async function findListener(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: ListenerId,
): Promise<ListenerRecord> {
  return orFail(await onPool(pool).first(byId({ serviceEnvId, id })), 'webhook_listener_not_found')
}

const listeners = db.selectFrom('webhookListener').select(listenerFields)

const ofService = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  listeners
    .where('serviceEnvId', '=', p.serviceEnvId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc'),
)

const byId = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: ListenerId }>) =>
  listeners.where('serviceEnvId', '=', p.serviceEnvId).where('id', '=', p.id),
)
