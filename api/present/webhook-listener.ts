import type { Mode } from '#domain/transactions/transaction.ts'
import { isoTime } from '#domain/text/text.ts'
import { missOf } from '#domain/webhooks/listener-result.ts'
import type { ListenerRecord } from '#use-cases/webhooks/find-listeners.ts'
import type { ListenerResultRecord } from '#use-cases/webhooks/list-listener-results.ts'

/** The webhook listener object (docs/webhooks.md#listeners). */
export function presentListener({ id, label, createdAt, lastSeenAt }: ListenerRecord, mode: Mode) {
  return {
    id,
    object: 'webhook_listener',
    mode,
    label,
    created_at: isoTime(createdAt),
    last_seen_at: isoTime(lastSeenAt),
  }
}

/** What became of one event, with the words of a delivery. */
export function presentListenerResult(result: ListenerResultRecord, mode: Mode) {
  const { transaction } = result
  const error = missOf(result)
  return {
    id: result.eventId,
    object: 'webhook_listener_result',
    mode,
    type: result.event,
    test: result.isTest,
    transaction_id: transaction?.id ?? null,
    reference: transaction?.reference ?? null,
    status: error === null ? 'delivered' : 'failed',
    http_status: result.httpStatus,
    error,
    duration_ms: result.durationMs,
    tries: result.tries,
    forwarded_at: isoTime(result.forwardedAt),
    created_at: isoTime(result.recordedAt),
  }
}
