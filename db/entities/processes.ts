import { defineEntity, p } from '@mikro-orm/core'
import type { WorkflowKind } from '#workflows/contract.ts'
import type { searchAttributes } from '#workflows/contract/search-attributes.ts'
import type { SignalName } from '#workflows/contract/messages.ts'

/** Workflows to start and signals to send, until Temporal has them. */
export const OutboxSchema = defineEntity({
  name: 'Outbox',
  tableName: 'outbox',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    kind: p.text().$type<WorkflowKind>(),
    subjectId: p.uuid(),
    signal: p.text().$type<SignalName>().nullable(),
    searchAttributes: p
      .json<Partial<Record<keyof typeof searchAttributes, string>>>()
      .defaultRaw("'{}'::jsonb"),
    summary: p.text().default(''),
    tries: p.integer().default(0),
    dueAt: p.datetime(3).defaultRaw('now()'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    startsRun: p.boolean().default(false),
    traceparent: p.text().nullable(),
  },
})

/** Keys that encrypt payloads in Temporal, by name and digest. */
export const CodecKeySchema = defineEntity({
  name: 'CodecKey',
  tableName: 'codec_key',
  properties: {
    name: p.text().primary(),
    digest: p.blob(),
    encryptsSince: p.datetime(3).nullable(),
  },
})

/** The key for digests and signatures. */
export const DigestKeySchema = defineEntity({
  name: 'DigestKey',
  tableName: 'digest_key',
  properties: {
    id: p.integer().primary().default(1),
    keySealed: p.blob(),
  },
})

/** A master key that opens something in this database, by the name that sealed values begin with. */
export const SealingKeySchema = defineEntity({
  name: 'SealingKey',
  tableName: 'sealing_key',
  properties: {
    name: p.text().primary(),
  },
})

/** The installation this database belongs to, and when it was last restored to an earlier moment; one row. */
export const InstallationSchema = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  properties: {
    isOnly: p.boolean().primary().default(true),
    id: p.uuid().defaultRaw('gen_random_uuid()'),
    restoredAt: p.datetime(3).nullable(),
  },
})

/** A reader that waits for a change. */
export const WaitingSchema = defineEntity({
  name: 'Waiting',
  tableName: 'waiting',
  properties: {
    subjectId: p.uuid().primary(),
    processId: p.uuid().primary(),
    until: p.datetime(3),
  },
})

/** Request counters shared by all API processes; `expire` is milliseconds since 1970. */
export const RequestLimitSchema = defineEntity({
  name: 'RequestLimit',
  tableName: 'request_limit',
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    expire: p.bigint().nullable(),
  },
})
