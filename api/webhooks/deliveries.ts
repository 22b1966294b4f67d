import Type from 'typebox'
import { type DeliveryId, type EndpointId, type TransactionId, asId } from '#domain/ids.ts'
import { deliveryStatuses } from '#domain/webhooks/delivery.ts'
import {
  type AttemptRecord,
  type DeliveryRecord,
  listDeliveries,
  readDelivery,
} from '#use-cases/webhooks/list-deliveries.ts'
import { retryDelivery } from '#use-cases/webhooks/retry-delivery.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import {
  webhookDelivery as deliverySchema,
  webhookDeliveryDetail as detailSchema,
} from '#api/schemas/webhook-deliveries.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, idParameter, pageFields, said } from '#http/fields.ts'
import { newestPage } from '#http/page.ts'
import { route } from '#http/route.ts'
import { about } from './about.ts'
import { addedVersion } from '#http/added-version.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { isoTime } from '#domain/text/text.ts'

const idFilter = (description: string) =>
  Type.Optional(
    said(
      Type.String({ code: 'invalid_parameter', format: 'uuid' }),
      description,
      '0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10',
    ),
  )

/** The history of deliveries, newest first (docs/webhooks.md#history). */
export function listDeliveriesRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/webhook_deliveries',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Lister les livraisons de webhooks',
    about: about.listWebhookDeliveries,
    answer: { object: deliverySchema, isList: true },
    query: Type.Object({
      ...pageFields,
      status: Type.Optional(
        said(
          choiceField('invalid_parameter', deliveryStatuses),
          'Only deliveries in this status.',
          'failed',
        ),
      ),
      endpoint_id: idFilter('Only deliveries to this endpoint.'),
      transaction_id: idFilter('Only deliveries about this transaction.'),
    }),
    async handler({ caller, query }) {
      const { status, endpoint_id, transaction_id } = query
      const filter = {
        ...(status && { status }),
        ...(endpoint_id && { endpointId: asId<EndpointId>(endpoint_id) }),
        ...(transaction_id && { transactionId: asId<TransactionId>(transaction_id) }),
      }
      const body = await newestPage<DeliveryRecord>(context, {
        place: { list: 'webhook-deliveries', scope: caller.apiKeyId },
        asked: query,
        read: (part) => listDeliveries(context.database, caller.serviceEnvId, { ...part, filter }),
        at: ({ createdAt }) => createdAt,
        present: (row) => presentDelivery(row, caller.mode),
      })
      return { body }
    },
  })
}

const params = Type.Object({ id: idParameter('delivery_not_found') })

/** One delivery with its attempts. */
export function readDeliveryRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/webhook_deliveries/:id',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Lire une livraison de webhook',
    about: about.getWebhookDelivery,
    answer: { object: detailSchema },
    params,
    handler: async ({ caller, params }) => ({
      body: await detailOf(context, caller, asId<DeliveryId>(params.id)),
    }),
  })
}

/** Retries a missed delivery now (docs/webhooks.md#retries-by-hand). */
export function retryDeliveryRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/webhook_deliveries/:id/retry',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Relancer une livraison de webhook',
    about: about.retryWebhookDelivery,
    answer: { object: detailSchema },
    success: 202,
    params,
    async handler({ caller, params }) {
      const id = asId<DeliveryId>(params.id)
      const { serviceEnvId } = caller
      await retryDelivery(context.database, context.outbox, { serviceEnvId, id })
      return { body: await detailOf(context, caller, id), headers: deliveryAt(id) }
    },
  })
}

/** The `Location` of a delivery. */
export function deliveryAt(id: DeliveryId): Readonly<Record<string, string>> {
  return { Location: `/v2/webhook_deliveries/${id}` }
}

/** A delivery with its attempts, as an answer. Refusal: delivery_not_found. */
export async function detailOf(
  { database }: ApiContext,
  { serviceEnvId, mode }: Pick<Caller, 'serviceEnvId' | 'mode'>,
  id: DeliveryId,
) {
  const { delivery, attempts } = await readDelivery(database, serviceEnvId, id)
  return { data: { ...presentDelivery(delivery, mode), sends: attempts.map(presentAttempt) } }
}

/** The webhook delivery object (docs/webhooks.md#statuses): one event for one endpoint. */
function presentDelivery(delivery: DeliveryRecord, mode: Mode) {
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
function presentAttempt(attempt: AttemptRecord) {
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
