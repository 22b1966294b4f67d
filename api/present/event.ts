import type { Mode } from '#domain/transactions/transaction.ts'
import { isoTime } from '#domain/text/text.ts'
import type { EventRecord } from '#use-cases/webhooks/list-events.ts'

/** The event object (docs/webhooks.md#events-by-the-api): `data` as in its webhooks. */
export function presentEvent({ id, type, isTest, createdAt, data }: EventRecord, mode: Mode) {
  return {
    id,
    object: 'event',
    type,
    mode,
    test: isTest,
    created_at: isoTime(createdAt),
    data: JSON.parse(data) as unknown,
  }
}
