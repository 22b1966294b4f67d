import { defineEntity, p } from '@mikro-orm/core'
import type { DeliveryId, EndpointId, EventId, ListenerId, ReplayId } from '#domain/ids.ts'
import type { DeliveryStatus } from '#domain/webhooks/delivery.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import type { NoAnswer } from '#domain/webhooks/listener-result.ts'
import type { ReplayStatus } from '#domain/webhooks/replay.ts'
import { ServiceEnvSchema } from './merchants.ts'
import { RefundSchema } from './refunds.ts'
import { TransactionSchema } from './transactions.ts'

/** An address of the merchant that receives events; its secret is sealed. */
export const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  properties: {
    id: p.uuid().$type<EndpointId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    url: p.text(),
    label: p.text().nullable(),
    status: p.text().$type<'enabled' | 'disabled'>().default('enabled'),
    allEvents: p.boolean(),
    events: p.array().$type<string[]>(),
    secretSealed: p.blob(),
    secretLast4: p.text().name('secret_last4'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    deletedAt: p.datetime(3).nullable(),
    secretVersion: p.integer().default(1),
    nextSecretSealed: p.blob().nullable(),
    nextSecretLast4: p.text().name('next_secret_last4').nullable(),
    nextSecretAt: p.datetime(3).nullable(),
  },
})

/** An event of a transaction or a refund, once per type. */
export const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.uuid().$type<EventId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    type: p.text().$type<EventType>(),
    transaction: () => p.manyToOne(TransactionSchema).nullable(),
    dataSealed: p.blob(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    refund: () => p.manyToOne(RefundSchema).nullable(),
    subjectId: p.uuid().nullable().generated('(COALESCE(refund_id, transaction_id)) stored'),
    isTest: p.boolean().default(false),
    recordedIn: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
  },
})

/** One event for one endpoint. */
export const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    id: p.uuid().$type<DeliveryId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    event: () => p.manyToOne(EventSchema),
    endpoint: () => p.manyToOne(WebhookEndpointSchema),
    status: p.text().$type<DeliveryStatus>().default('pending'),
    attempts: p.integer().default(0),
    /** Deleted once it is delivered. */
    bodySealed: p.blob().nullable(),
    nextAttemptAt: p.datetime(3).nullable(),
    lastHttpStatus: p.integer().nullable(),
    lastError: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    completedAt: p.datetime(3).nullable(),
    secretVersion: p.integer().default(1),
    askedAttempt: p.text().$type<'next' | 'extra'>().nullable(),
    /** Its endpoint is busy: it gets a run when its turn comes. */
    isInLine: p.boolean().default(false),
  },
})

/** One delivery attempt, recorded before the network is touched and completed after it. */
export const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempt',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    delivery: () => p.manyToOne(WebhookDeliverySchema),
    number: p.integer(),
    url: p.text(),
    httpStatus: p.integer().nullable(),
    error: p.text().nullable(),
    responseExtract: p.text().nullable(),
    durationMs: p.integer().nullable(),
    startedAt: p.datetime(3).defaultRaw('now()'),
    finishedAt: p.datetime(3).nullable(),
    isExtra: p.boolean().default(false),
  },
})

/** A replay of everything missed since a given time. */
export const WebhookReplaySchema = defineEntity({
  name: 'WebhookReplay',
  tableName: 'webhook_replay',
  properties: {
    id: p.uuid().$type<ReplayId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    endpoint: () => p.manyToOne(WebhookEndpointSchema).nullable(),
    since: p.datetime(3),
    status: p.text().$type<ReplayStatus>().default('running'),
    total: p.integer(),
    queued: p.integer().default(0),
    reachedAt: p.datetime(3).nullable(),
    reachedId: p.uuid().$type<DeliveryId>().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    endedAt: p.datetime(3).nullable(),
  },
})

/** An attempt requested by a person. */
export const WebhookRetrySchema = defineEntity({
  name: 'WebhookRetry',
  tableName: 'webhook_retry',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    delivery: () => p.manyToOne(WebhookDeliverySchema),
    replay: () => p.manyToOne(WebhookReplaySchema).nullable(),
    askedAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** A `payments listen` on a developer's machine, by the label it was given; sandbox only. */
export const WebhookListenerSchema = defineEntity({
  name: 'WebhookListener',
  tableName: 'webhook_listener',
  properties: {
    id: p.uuid().$type<ListenerId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    label: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    lastSeenAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** The result of one event there. */
export const WebhookListenerResultSchema = defineEntity({
  name: 'WebhookListenerResult',
  tableName: 'webhook_listener_result',
  properties: {
    listener: () => p.manyToOne(WebhookListenerSchema).primary(),
    eventId: p.uuid().$type<EventId>().primary(),
    httpStatus: p.integer().nullable(),
    error: p.text().$type<NoAnswer>().nullable(),
    durationMs: p.integer(),
    tries: p.integer(),
    forwardedAt: p.datetime(3),
    recordedAt: p.datetime(3).defaultRaw('now()'),
  },
})
