import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { DeliveryId, EndpointId, EventId } from '#domain/ids.ts'
import { ServiceEnvSchema } from './merchant.ts'
import { TransactionSchema } from './transaction.ts'

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
    events: p.array(),
    secretSealed: p.blob(),
    secretLast4: p.text().name('secret_last4'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    deletedAt: p.datetime(3).nullable(),
  },
})
export type WebhookEndpoint = InferEntity<typeof WebhookEndpointSchema>

/** Something that happened to a transaction, once a type. */
export const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.uuid().$type<EventId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    type: p.text(),
    transaction: () => p.manyToOne(TransactionSchema).nullable(),
    dataSealed: p.blob(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** One event on its way to one endpoint. */
export const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    id: p.uuid().$type<DeliveryId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    event: () => p.manyToOne(EventSchema),
    endpoint: () => p.manyToOne(WebhookEndpointSchema),
    status: p.text().$type<'pending' | 'failed' | 'delivered' | 'abandoned'>().default('pending'),
    attempts: p.integer().default(0),
    bodySealed: p.blob(),
    nextAttemptAt: p.datetime(3).nullable(),
    lastHttpStatus: p.integer().nullable(),
    lastError: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    completedAt: p.datetime(3).nullable(),
  },
})

/** One send, begun before the network is touched and finished after. */
export const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempt',
  properties: {
    id: p.bigint().primary(),
    delivery: () => p.manyToOne(WebhookDeliverySchema),
    number: p.integer(),
    url: p.text(),
    httpStatus: p.integer().nullable(),
    error: p.text().nullable(),
    responseExtract: p.text().nullable(),
    durationMs: p.integer().nullable(),
    startedAt: p.datetime(3).defaultRaw('now()'),
    finishedAt: p.datetime(3).nullable(),
  },
})
