import Type from 'typebox'
import { operators } from '#domain/operators/operators.ts'
import { staffPermissions, staffRoles } from '#domain/people/staff-roles.ts'
import { transaction } from './objects.ts'
import {
  currencyCode,
  flag,
  kind,
  mode,
  type NamedSchema,
  oneOf,
  orNull,
  shape,
  text,
  textOrNull,
  time,
  timeOrNull,
  uuid,
} from './parts.ts'
import { named } from './staff-queues.ts'

/** What the answers of the staff desk look like. */

const status = oneOf('invited', 'active', 'disabled')
const invitationCode = Type.String({
  description: 'Code d’invitation, montré une seule fois, valable 72 heures.',
})

const memberShape = shape({
  id: uuid,
  object: kind('staff_member'),
  name: text,
  email: text,
  role: oneOf(...staffRoles),
  status,
  has_one_time_codes: flag,
  created_at: time,
  last_log_in_at: timeOrNull,
})
export const staffMember: NamedSchema = { name: 'StaffMember', schema: memberShape }

const sessionShape = shape({
  id: uuid,
  object: kind('staff_session'),
  member: memberShape,
  permissions: Type.Array(oneOf(...Object.keys(staffPermissions))),
  expires_at: time,
})
export const staffSession: NamedSchema = { name: 'StaffSession', schema: sessionShape }

export const staffLogIn: NamedSchema = {
  name: 'StaffLogIn',
  schema: shape({
    object: kind('staff_log_in'),
    step: oneOf('open', 'awaiting_code'),
    token: Type.String({ description: 'Montré une seule fois.' }),
    expires_at: time,
    session: orNull(sessionShape),
  }),
}

export const staffInvitation: NamedSchema = {
  name: 'StaffInvitation',
  schema: shape({
    object: kind('staff_invitation'),
    member: memberShape,
    invitation_code: invitationCode,
  }),
}

export const oneTimeCodeSecret: NamedSchema = {
  name: 'OneTimeCodeSecret',
  schema: shape({
    object: kind('one_time_code_secret'),
    secret: Type.String({ description: 'En base32, montré une seule fois.' }),
    uri: Type.String({ description: 'Contenu du code QR (otpauth).' }),
  }),
}

export const recoveryCodes: NamedSchema = {
  name: 'RecoveryCodes',
  schema: shape({ object: kind('recovery_codes'), recovery_codes: Type.Array(text) }),
}

/** Of acts that leave nothing to show. */
export const done: NamedSchema = { name: 'Done', schema: shape({ object: kind('done') }) }

export const auditLine: NamedSchema = {
  name: 'AuditLine',
  schema: shape({
    id: text,
    object: kind('audit_line'),
    at: time,
    actor: named,
    act: text,
    subject: orNull(shape({ kind: text, id: text })),
    service_env_id: orNull(uuid),
    reason: textOrNull,
    details: Type.Object({}, { additionalProperties: true }),
    request_id: uuid,
    outcome: Type.Union([text, Type.Null()], {
      description: '`done`, le code du refus, ou null tant que l’acte n’est pas terminé.',
    }),
  }),
}

export const operatorState: NamedSchema = {
  name: 'OperatorState',
  schema: shape({
    id: text,
    object: kind('operator_state'),
    provider: oneOf(...operators.map(({ code }) => code)),
    name: text,
    mode,
    is_open: flag,
    reason: textOrNull,
    changed_by: orNull(named),
    changed_at: timeOrNull,
  }),
}

export const enteredRate: NamedSchema = {
  name: 'EnteredRate',
  schema: shape({
    id: uuid,
    object: kind('entered_rate'),
    currency: currencyCode,
    rate: Type.String({ description: 'Valeur d’une unité en XOF, exacte.' }),
    source: text,
    at: time,
    entered_by: orNull(named),
  }),
}

const merchantShape = shape({
  id: uuid,
  object: kind('merchant'),
  name: text,
  created_at: time,
  services: Type.Array(
    shape({
      id: uuid,
      name: text,
      public_name: text,
      currency: currencyCode,
      environments: Type.Array(shape({ id: uuid, mode })),
    }),
  ),
  owner: orNull(shape({ id: uuid, name: text, email: text, status, has_one_time_codes: flag })),
})
export const merchant: NamedSchema = { name: 'Merchant', schema: merchantShape }

export const merchantInvitation: NamedSchema = {
  name: 'MerchantInvitation',
  schema: shape({
    object: kind('merchant_invitation'),
    merchant: merchantShape,
    invitation_code: invitationCode,
  }),
}

export const found: NamedSchema = {
  name: 'Found',
  schema: shape({
    object: kind('found'),
    kind: oneOf('merchant', 'service', 'transaction'),
    id: uuid,
    name: text,
    mode: orNull(mode),
    merchant: named,
  }),
}

export const staffTransaction: NamedSchema = {
  name: 'StaffTransaction',
  schema: shape({
    id: uuid,
    object: kind('staff_transaction'),
    merchant: named,
    service: named,
    service_env_id: uuid,
    transaction: transaction.schema,
    operator_request_id: uuid,
    provider_reference: textOrNull,
    expires_at: time,
    late_outcome_at: timeOrNull,
    run_url: textOrNull,
  }),
}
