import { defineEntity, p } from '@mikro-orm/core'
import type { ChangeKind, ChangeState } from '#domain/account-changes/change.ts'
import type {
  AccountChangeId,
  MerchantId,
  PasskeyId,
  PortalUserId,
  SessionId,
  StaffMemberId,
} from '#domain/ids.ts'
import type { PersonStatus, Realm } from '#domain/people/person.ts'
import type { PortalRole } from '#domain/people/portal-roles.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import type { Language } from '#domain/text/language.ts'
import {
  CollaboratorSchema,
  MerchantSchema,
  PointOfSaleSchema,
  ServiceEnvSchema,
} from './merchants.ts'

/** Somebody who logs in, to the portal or, as staff, to the desk. */
export const PersonSchema = defineEntity({
  name: 'Person',
  tableName: 'person',
  properties: {
    id: p.uuid().$type<PortalUserId | StaffMemberId>().primary(),
    realm: p.text().$type<Realm>(),
    merchant: () => p.manyToOne(MerchantSchema).nullable(),
    role: p.text().$type<PortalRole | StaffRole>(),
    name: p.text(),
    email: p.text(),
    status: p.text().$type<PersonStatus>().default('invited'),
    passwordHash: p.text().nullable(),
    invitationDigest: p.blob().nullable(),
    invitationExpiresAt: p.datetime(3).nullable(),
    invitationResets: p.boolean().default(false),
    codeSecretSealed: p.blob().nullable(),
    codeDraftSealed: p.blob().nullable(),
    codeLastStep: p.bigint().nullable(),
    invitedBy: p.uuid().$type<PortalUserId | StaffMemberId>().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    lastLogInAt: p.datetime(3).nullable(),
    approvesFrom: p.datetime(3).nullable(),
    language: p.text().$type<Language>().nullable(),
    pointOfSale: () => p.manyToOne(PointOfSaleSchema).nullable(),
    collaborator: () => p.manyToOne(CollaboratorSchema).nullable(),
  },
})

/** Replaces one one-time code when the device is lost. */
export const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    personId: p.uuid().$type<PortalUserId | StaffMemberId>().primary(),
    digest: p.blob().primary(),
    usedAt: p.datetime(3).nullable(),
  },
})

/** A mailed code for choosing a new password. */
export const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  properties: {
    id: p.uuid().primary(),
    person: () => p.manyToOne(PersonSchema),
    digest: p.blob(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
  },
})

/** The public key of a passkey. */
export const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: p.uuid().$type<PasskeyId>().primary(),
    person: () => p.manyToOne(PersonSchema),
    credentialId: p.blob(),
    publicKey: p.blob(),
    signCount: p.bigint(),
    transports: p.text().default(''),
    name: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    lastUsedAt: p.datetime(3).nullable(),
  },
})

/** The random part of an answered challenge, so that none is answered twice. */
export const PasskeyAnswerSchema = defineEntity({
  name: 'PasskeyAnswer',
  tableName: 'passkey_answer',
  properties: {
    nonce: p.blob().primary(),
    at: p.datetime(3).defaultRaw('now()'),
  },
})

/** A log-in; only a digest of its token is stored. */
export const PersonSessionSchema = defineEntity({
  name: 'PersonSession',
  tableName: 'person_session',
  properties: {
    id: p.uuid().$type<SessionId>().primary(),
    person: () => p.manyToOne(PersonSchema),
    digest: p.blob(),
    stage: p.text().$type<'awaiting_code' | 'open'>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    lastSeenAt: p.datetime(3).defaultRaw('now()'),
    idleSeconds: p.integer(),
    expiresAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
    endReason: p
      .text()
      .$type<'next_step' | 'log_out' | 'password' | 'one_time_codes' | 'disabled'>()
      .nullable(),
    originAddress: p.text().nullable(),
    originAgent: p.text().nullable(),
    trustedUntil: p.datetime(3).nullable(),
    trustedRole: p.text().$type<PortalRole | StaffRole>().nullable(),
  },
})

/** An attempt with a password or one-time code; counts as failed until it succeeds. */
export const SecretAttemptSchema = defineEntity({
  name: 'SecretAttempt',
  tableName: 'secret_attempt',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    accountDigest: p.blob(),
    addressDigest: p.blob().nullable(),
    at: p.datetime(3).defaultRaw('now()'),
    succeededAt: p.datetime(3).nullable(),
    failedAt: p.datetime(3).nullable(),
  },
})

/** The common columns of both logs of what people do. */
const loggedAct = () => ({
  act: p.text(),
  subjectKind: p.text().nullable(),
  subjectId: p.text().nullable(),
  serviceEnv: () => p.manyToOne(ServiceEnvSchema).nullable(),
  reason: p.text().nullable(),
  details: p.json<Record<string, unknown>>().defaultRaw("'{}'::jsonb"),
  requestId: p.uuid(),
  at: p.datetime(3).defaultRaw('now()'),
  outcome: p.text().nullable(),
  endedAt: p.datetime(3).nullable(),
  formId: p.uuid().nullable(),
  originAddress: p.text().nullable(),
  originAgent: p.text().nullable(),
})

/** What staff did, with the outcome. */
export const StaffAuditSchema = defineEntity({
  name: 'StaffAudit',
  tableName: 'staff_audit',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    staffMemberId: p.uuid().$type<StaffMemberId>().nullable(),
    realm: p.text().default('staff'),
    ...loggedAct(),
    command: p.text().nullable(),
  },
})

/** What a merchant's people did, with the outcome. */
export const ActivityLogSchema = defineEntity({
  name: 'ActivityLog',
  tableName: 'activity_log',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    merchantId: p.uuid().$type<MerchantId>(),
    portalUserId: p.uuid().$type<PortalUserId>(),
    ...loggedAct(),
  },
})

/** The end of each chain of log lines. */
export const LogChainHeadSchema = defineEntity({
  name: 'LogChainHead',
  tableName: 'log_chain_head',
  properties: {
    log: p.text().$type<ChainedLog>().primary(),
    number: p.bigint().defaultRaw('0'),
    hash: p.blob().defaultRaw("sha256(''::bytea)"),
  },
})

/** A link for each line of a log, and one for its outcome. */
export const LogChainSchema = defineEntity({
  name: 'LogChain',
  tableName: 'log_chain',
  properties: {
    log: p.text().$type<ChainedLog>().primary(),
    number: p.bigint().primary(),
    lineId: p.bigint(),
    part: p.text().$type<'line' | 'end'>(),
    hash: p.blob(),
  },
})

type ChainedLog = 'staff_audit' | 'activity_log'

/** A change of an account, waiting for a second administrator. */
export const AccountChangeSchema = defineEntity({
  name: 'AccountChange',
  tableName: 'account_change',
  properties: {
    id: p.uuid().$type<AccountChangeId>().primary(),
    kind: p.text().$type<ChangeKind>(),
    person: () => p.manyToOne(PersonSchema).nullable(),
    merchant: () => p.manyToOne(MerchantSchema).nullable(),
    name: p.text().nullable(),
    email: p.text().nullable(),
    role: p.text().$type<StaffRole>().nullable(),
    reason: p.text().nullable(),
    askedBy: p.uuid().$type<StaffMemberId>(),
    realm: p.text().default('staff'),
    askedAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
    state: p.text().$type<ChangeState>().default('waiting'),
    decidedBy: p.uuid().$type<StaffMemberId>().nullable(),
    decidedAt: p.datetime(3).nullable(),
  },
})
