import type { EventId, ListenerId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import type { Database } from '#db/connect.ts'
import { newestFirst } from '#db/pages.ts'
import { onPool } from '#db/sql.ts'
import { db } from '#db/statements.ts'
import type { ListenerResult } from './record-listener-results.ts'

/** The result of an event on a developer's machine (docs/webhooks.md#listeners). */
export interface ListenerResultRecord extends ListenerResult {
  readonly event: EventType
  readonly isTest: boolean
  /** When it was first reported. */
  readonly recordedAt: Date
  /** Null for a test. */
  readonly transaction: { readonly id: TransactionId; readonly reference: string } | null
}

/** After this one. */
export interface ListenerResultPosition {
  readonly recordedAt: Date
  readonly eventId: EventId
}

/** Of one listener, newest first, at most `limit`; none for another service's. */
export async function listListenerResults(
  { pool }: Pick<Database, 'pool'>,
  { serviceEnvId, id }: { readonly serviceEnvId: ServiceEnvId; readonly id: ListenerId },
  { limit, position }: { readonly limit: number; readonly position?: ListenerResultPosition },
): Promise<ListenerResultRecord[]> {
  const ofListener = results.where('l.serviceEnvId', '=', serviceEnvId).where('l.id', '=', id)
  const after = position && { createdAt: position.recordedAt, id: position.eventId }
  const rows = await onPool(pool).all(
    newestFirst(ofListener, ['r.recordedAt', 'r.eventId'], { limit, after }),
  )
  return rows.map(({ transactionId, reference, ...result }) => ({
    ...result,
    transaction:
      transactionId === null || reference === null ? null : { id: transactionId, reference },
  }))
}

const results = db
  .selectFrom('webhookListenerResult as r')
  .innerJoin('webhookListener as l', 'l.id', 'r.listenerId')
  .innerJoin('event as e', 'e.id', 'r.eventId')
  .leftJoin('transaction as t', 't.id', 'e.transactionId')
  .select(['r.eventId', 'r.httpStatus', 'r.error', 'r.durationMs', 'r.tries', 'r.forwardedAt'])
  .select(['r.recordedAt', 'e.type as event', 'e.isTest', 't.id as transactionId', 't.reference'])
