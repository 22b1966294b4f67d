import Type from 'typebox'
import { operators } from '#domain/operators/operators.ts'
import { staffPermissions, staffRoles } from '#domain/people/staff-roles.ts'
import { transaction } from './objects.ts'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'
import { named } from './staff-queues.ts'

/** Schemas of the staff API's answers. */

const status = part.oneOf('invited', 'active', 'disabled')
const memberShape = part.shape({
  id: part.uuid,
  object: part.kind('staff_member'),
  name: part.text,
  email: part.text,
  role: part.oneOf(...staffRoles),
  status,
  has_one_time_codes: part.flag,
  created_at: part.time,
  last_log_in_at: part.timeOrNull,
})
export const staffMember: NamedSchema = { name: 'StaffMember', schema: memberShape }

const sessionShape = part.shape({
  id: part.uuid,
  object: part.kind('staff_session'),
  member: memberShape,
  permissions: Type.Array(part.oneOf(...Object.keys(staffPermissions))),
  expires_at: part.time,
})
export const staffSession: NamedSchema = { name: 'StaffSession', schema: sessionShape }

export const staffLogIn: NamedSchema = {
  name: 'StaffLogIn',
  schema: part.shape({
    object: part.kind('staff_log_in'),
    step: part.oneOf('open', 'awaiting_code'),
    token: Type.String({ description: 'Montré une seule fois.' }),
    expires_at: part.time,
    session: part.orNull(sessionShape),
  }),
}

export const oneTimeCodeSecret: NamedSchema = {
  name: 'OneTimeCodeSecret',
  schema: part.shape({
    object: part.kind('one_time_code_secret'),
    secret: Type.String({ description: 'En base32, montré une seule fois.' }),
    uri: Type.String({ description: 'Contenu du code QR (otpauth).' }),
  }),
}

export const recoveryCodes: NamedSchema = {
  name: 'RecoveryCodes',
  schema: part.shape({
    object: part.kind('recovery_codes'),
    recovery_codes: Type.Array(part.text),
  }),
}

/** For actions that have nothing to show. */
export const done: NamedSchema = { name: 'Done', schema: part.shape({ object: part.kind('done') }) }

export const auditLine: NamedSchema = {
  name: 'AuditLine',
  schema: part.shape({
    id: part.text,
    object: part.kind('audit_line'),
    at: part.time,
    actor: part.shape({
      id: Type.Union([part.uuid, Type.Null()], {
        description: 'Null pour une commande de l’exploitant, que `name` nomme.',
      }),
      name: part.text,
    }),
    act: part.text,
    subject: part.orNull(part.shape({ kind: part.text, id: part.text })),
    service_env_id: part.orNull(part.uuid),
    reason: part.textOrNull,
    details: Type.Object({}, { additionalProperties: true }),
    request_id: part.uuid,
    origin: part.shape({ address: part.textOrNull, agent: part.textOrNull }),
    outcome: Type.Union([part.text, Type.Null()], {
      description: '`done`, le code du refus, ou null tant que l’acte n’est pas terminé.',
    }),
  }),
}

export const operatorState: NamedSchema = {
  name: 'OperatorState',
  schema: part.shape({
    id: part.text,
    object: part.kind('operator_state'),
    provider: part.oneOf(...operators.map(({ code }) => code)),
    name: part.text,
    mode: part.mode,
    is_open: part.flag,
    reason: part.textOrNull,
    changed_by: part.orNull(named),
    changed_at: part.timeOrNull,
  }),
}

export const enteredRate: NamedSchema = {
  name: 'EnteredRate',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('entered_rate'),
    currency: part.currencyCode,
    rate: Type.String({ description: 'Valeur d’une unité en XOF, exacte.' }),
    source: part.text,
    at: part.time,
    entered_by: part.orNull(named),
  }),
}

const merchantShape = part.shape({
  id: part.uuid,
  object: part.kind('merchant'),
  name: part.text,
  created_at: part.time,
  services: Type.Array(
    part.shape({
      id: part.uuid,
      name: part.text,
      public_name: part.text,
      currency: part.currencyCode,
      environments: Type.Array(part.shape({ id: part.uuid, mode: part.mode })),
    }),
  ),
  owner: part.orNull(
    part.shape({
      id: part.uuid,
      name: part.text,
      email: part.text,
      status,
      has_one_time_codes: part.flag,
    }),
  ),
})
export const merchant: NamedSchema = { name: 'Merchant', schema: merchantShape }

export const found: NamedSchema = {
  name: 'Found',
  schema: part.shape({
    object: part.kind('found'),
    kind: part.oneOf('merchant', 'service', 'transaction', 'refund'),
    id: part.uuid,
    name: part.text,
    mode: part.orNull(part.mode),
    merchant: named,
  }),
}

export const staffTransaction: NamedSchema = {
  name: 'StaffTransaction',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('staff_transaction'),
    merchant: named,
    service: named,
    service_env_id: part.uuid,
    transaction: transaction.schema,
    operator_request_id: part.uuid,
    provider_reference: part.textOrNull,
    expires_at: part.time,
    late_outcome_at: part.timeOrNull,
    run_url: part.textOrNull,
  }),
}
