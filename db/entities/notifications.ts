import { defineEntity, p } from '@mikro-orm/core'
import type { EventId, NotificationId } from '#domain/ids.ts'
import type {
  DigestKind,
  NotificationChoices,
  NotificationDetails,
  NotificationKind,
} from '#domain/notifications/notification.ts'
import { ServiceEnvSchema } from './merchants.ts'
import { PersonSchema } from './people.ts'
import { TransactionSchema } from './transactions.ts'

/** A notification to a merchant's people. */
export const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  properties: {
    id: p.uuid().$type<NotificationId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema).nullable(),
    person: () => p.manyToOne(PersonSchema).nullable(),
    kind: p.text().$type<NotificationKind>(),
    about: p.text(),
    details: p.json<NotificationDetails>().defaultRaw("'{}'::jsonb"),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** The channels somebody chose for each kind of notification. */
export const NotificationChoiceSchema = defineEntity({
  name: 'NotificationChoice',
  tableName: 'notification_choice',
  properties: {
    person: () => p.manyToOne(PersonSchema).primary(),
    channels: p.json<NotificationChoices>(),
    phone: p.text().nullable(),
  },
})

/** The time up to which somebody has read. */
export const NotificationReadSchema = defineEntity({
  name: 'NotificationRead',
  tableName: 'notification_read',
  properties: {
    person: () => p.manyToOne(PersonSchema).primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema).primary(),
    until: p.datetime(3),
  },
})

/** The position up to which the events of a service have been read. */
export const NotificationPlaceSchema = defineEntity({
  name: 'NotificationPlace',
  tableName: 'notification_place',
  properties: {
    serviceEnv: () => p.manyToOne(ServiceEnvSchema).primary(),
    recordedIn: p.string().columnType('xid8'),
    eventId: p.uuid().$type<EventId>(),
  },
})

/** Notifications waiting to be sent as one. */
export const NotificationDigestSchema = defineEntity({
  name: 'NotificationDigest',
  tableName: 'notification_digest',
  properties: {
    serviceEnv: () => p.manyToOne(ServiceEnvSchema).primary(),
    kind: p.text().$type<DigestKind>().primary(),
    count: p.integer().default(0),
    amount: p.bigint().defaultRaw('0'),
    since: p.datetime(3).defaultRaw('now()'),
    transaction: () => p.manyToOne(TransactionSchema).nullable(),
    toldAt: p.datetime(3).nullable(),
  },
})
