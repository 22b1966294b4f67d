import type { SealedColumn } from '#platform/keyring.ts'

/** A column of sealed values, for the rotation of the master key. */
export interface KeptColumn extends SealedColumn {
  /** The primary key with its types: a value is bound to these, joined by spaces. */
  readonly row: Readonly<Record<string, 'uuid' | 'text' | 'integer'>>
  /** The column with a scheduled next value, which is already bound to its later place. */
  readonly waits?: string
}

const byId = { id: 'uuid' } as const

/** All columns of sealed values. A purpose names a subkey, and is never renamed. */
export const sealedColumns = {
  digestKey: {
    purpose: 'digest-key',
    table: 'digest_key',
    column: 'key_sealed',
    row: { id: 'integer' },
  },
  operatorAccount: {
    purpose: 'operator-account',
    table: 'operator_account',
    column: 'settings_sealed',
    row: { service_env_id: 'uuid', provider: 'text' },
  },
  webhookSecret: {
    purpose: 'webhook-secret',
    table: 'webhook_endpoint',
    column: 'secret_sealed',
    row: byId,
    waits: 'next_secret_sealed',
  },
  codeSecret: {
    purpose: 'one-time-codes',
    table: 'person',
    column: 'code_secret_sealed',
    row: byId,
    waits: 'code_draft_sealed',
  },
  bankAccount: {
    purpose: 'bank-account',
    table: 'authorized_account',
    column: 'account_sealed',
    row: byId,
  },
  paymentToken: {
    purpose: 'payment-token',
    table: 'payment_token',
    column: 'token_sealed',
    row: { operator_request_id: 'uuid' },
  },
  mailCode: { purpose: 'mail-code', table: 'mail', column: 'code_sealed', row: byId },
  answer: {
    purpose: 'idempotent-response',
    table: 'idempotency_record',
    column: 'response',
    row: { service_env_id: 'uuid', holder_id: 'uuid', route: 'text', key: 'text' },
  },
  eventData: { purpose: 'event-data', table: 'event', column: 'data_sealed', row: byId },
  deliveryBody: {
    purpose: 'webhook-body',
    table: 'webhook_delivery',
    column: 'body_sealed',
    row: byId,
  },
} as const satisfies Readonly<Record<string, KeptColumn>>
