import type { CashSessionId, TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Sql } from '#db/sql.ts'
import { freeze } from '#db/types/frozen.ts'

/** What a transaction is written from. */
export interface TransactionDraft {
  readonly record: Omit<TransactionRecord, 'createdAt' | 'completedAt' | 'expiresAt'>
  /** Null for a payout, which has no payer to give a receipt to. */
  readonly receiptTokenDigest: Buffer | null
  readonly expiryMs: number
  /** The cash session it was asked in: a sale of its till. */
  readonly cashSessionId?: CashSessionId | null
}

/** Writes the transaction; the database gives its times. */
export async function insertTransaction(
  sql: Sql,
  draft: TransactionDraft,
): Promise<TransactionRecord> {
  const values: Record<(typeof insertColumns)[number], unknown> = {
    ...identityColumns(draft.record),
    ...amountColumns(draft.record),
    ...partyColumns(draft.record),
    receipt_token_digest: draft.receiptTokenDigest,
    cash_session_id: draft.cashSessionId ?? null,
  }
  const row = await sql.one<{ created_at: string; expires_at: string }>(insertStatement, [
    ...insertColumns.map((column) => values[column]),
    draft.expiryMs,
  ])
  return {
    ...draft.record,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    completedAt: null,
  }
}

const insertColumns = [
  'id',
  'service_env_id',
  'mode',
  'api_key_id',
  'type',
  'status',
  'pending_reason',
  'channel',
  'reference',
  'description',
  'amount',
  'currency',
  'fee_amount',
  'fee_payer',
  'fee_rule',
  'exchange_amount',
  'exchange',
  'amount_charged',
  'charged_currency',
  'net_amount',
  'net_currency',
  'display',
  'customer_name',
  'customer_email',
  'phone',
  'country',
  'payment_type',
  'network',
  'card_last4',
  'next_action_url',
  'provider',
  'terminal_id',
  'collaborator_id',
  'cash_session_id',
  'payment_link_id',
  'checkout_id',
  'metadata',
  'receipt_token_digest',
  'operator_request_id',
] as const

const insertStatement = `insert into transaction (${insertColumns.join(', ')}, expires_at)
  values (${insertColumns.map((_, at) => `$${at + 1}`).join(', ')}, now() + $${insertColumns.length + 1}::bigint * interval '1 ms')
  returning created_at, expires_at`

function identityColumns(record: TransactionDraft['record']) {
  return {
    id: record.id satisfies TransactionId,
    service_env_id: record.serviceEnvId,
    mode: record.mode,
    api_key_id: record.apiKeyId,
    type: record.type,
    status: record.status,
    pending_reason: record.pendingReason,
    channel: record.channel,
    reference: record.reference,
    description: record.description,
    metadata: record.metadata,
    operator_request_id: record.operatorRequestId,
  }
}

function amountColumns(record: TransactionDraft['record']) {
  const { price, fees, exchange, amountCharged, net } = record
  return {
    amount: price.minor,
    currency: price.currency,
    fee_amount: fees.amount.minor,
    fee_payer: fees.payer,
    fee_rule: freeze(fees.rule),
    exchange_amount: (exchange?.fee?.amount.minor ?? 0n) + (exchange?.margin?.amount.minor ?? 0n),
    exchange: exchange && freeze(exchange),
    amount_charged: amountCharged.minor,
    charged_currency: amountCharged.currency,
    net_amount: net.minor,
    net_currency: net.currency,
    display: freeze(record.display),
  }
}

function partyColumns(record: TransactionDraft['record']) {
  const { customer, paymentMethod } = record
  return {
    customer_name: customer.name,
    customer_email: customer.email,
    phone: customer.phone,
    country: record.country,
    payment_type: paymentMethod.type,
    network: paymentMethod.network,
    card_last4: paymentMethod.cardLast4,
    next_action_url: record.nextActionUrl,
    provider: record.provider,
    terminal_id: record.terminal?.id ?? null,
    collaborator_id: record.operator?.id ?? null,
    payment_link_id: record.paymentLink?.id ?? null,
    checkout_id: record.checkoutId,
  }
}
