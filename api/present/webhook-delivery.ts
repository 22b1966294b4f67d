import type { Mode } from '#domain/transactions/transaction.ts'
import { isoTime } from '#domain/text/text.ts'
import type { AttemptRecord, DeliveryRecord } from '#use-cases/webhooks/list-deliveries.ts'

/** The webhook delivery object (docs/webhooks.md#statuses): one event for one endpoint. */
export function presentDelivery(delivery: DeliveryRecord, mode: Mode) {
  const { endpoint, transaction, nextAttemptAt, completedAt } = delivery
  return {
    id: delivery.id,
    object: 'webhook_delivery',
    mode,
    event_id: delivery.eventId,
    type: delivery.event,
    test: delivery.isTest,
    endpoint_id: endpoint.id,
    url: endpoint.url,
    transaction_id: transaction?.id ?? null,
    reference: transaction?.reference ?? null,
    status: delivery.status,
    attempts: delivery.attempts,
    last_http_status: delivery.lastHttpStatus,
    last_error: delivery.lastError,
    next_attempt_at: nextAttemptAt && isoTime(nextAttemptAt),
    created_at: isoTime(delivery.createdAt),
    completed_at: completedAt && isoTime(completedAt),
  }
}

/** A delivery attempt; parts of the receiver's response that echo the request are masked. */
export function presentAttempt(attempt: AttemptRecord) {
  return {
    number: attempt.number,
    extra: attempt.isExtra,
    url: attempt.url,
    started_at: isoTime(attempt.startedAt),
    finished: attempt.isOver,
    http_status: attempt.httpStatus,
    error: attempt.error,
    duration_ms: attempt.durationMs,
    response_extract: attempt.extract,
  }
}
