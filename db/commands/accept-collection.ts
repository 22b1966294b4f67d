import { fail } from '#domain/errors.ts'
import type { CashSessionId, TransactionId } from '#domain/ids.ts'
import type { PayableRef } from '#domain/payable.ts'
import type { TransactionRecord } from '#domain/transaction-record.ts'
import type { Database } from '#db/connect.ts'
import {
  type IdempotencyScope,
  findReplay,
  lockKey,
  recordResponse,
  type Replay,
} from '#db/idempotency.ts'
import { type CreationLimits, countCreation } from '#db/limits.ts'
import { enqueue, type Outbox, type OutboxEntry } from '#db/outbox.ts'
import { claimPayable } from '#db/payables.ts'
import { findByReference } from '#db/queries/transactions.ts'
import { requireOpenSession } from '#db/require-open-session.ts'
import { ConstraintViolation, inTransaction, type Sql } from '#db/sql.ts'
import { freeze } from '#db/types/frozen.ts'

/** A priced and checked collection; the books add its times. */
export interface CollectionDraft {
  readonly record: Omit<TransactionRecord, 'createdAt' | 'completedAt' | 'expiresAt'>
  readonly receiptTokenDigest: Buffer
  readonly expiryMs: number
  /** The cash session it was asked in: a sale of its till. */
  readonly cashSessionId?: CashSessionId | null
  /** What it is paid through without a key. */
  readonly payable?: PayableRef | null
}

export interface Acceptance {
  readonly draft: CollectionDraft
  readonly idempotency: IdempotencyScope
  readonly limits: CreationLimits
  /** The answer for this record: kept, so that a replay gives the same bytes. */
  readonly respond: (record: TransactionRecord) => {
    readonly status: number
    readonly body: string
  }
  readonly requestId: string
}

/**
 * Accepts a collection: idempotency record, transaction and the workflow to start, in one transaction. The start
 * follows the commit, and the relay makes it should this process end here. A repeat of the request gets its replay.
 * Refusals: request_in_progress, idempotency_conflict, duplicate_reference, rate_limited, sandbox_rate_limited,
 * invalid_api_key where the cash session was closed meanwhile, and those of `claimPayable`.
 */
export async function acceptCollection(
  database: Database,
  outbox: Outbox,
  acceptance: Acceptance,
): Promise<Replay> {
  try {
    const { response, announced } = await inTransaction(database.pool, (sql) =>
      accept(sql, database, acceptance),
    )
    outbox.kick(announced)
    return response
  } catch (error) {
    throw await refusalOf(error, database, acceptance)
  }
}

async function accept(sql: Sql, database: Database, acceptance: Acceptance) {
  await lockKey(sql, acceptance.idempotency)
  const replay = await findReplay(sql, database.keyring, acceptance.idempotency)
  if (replay !== undefined) return { response: replay, announced: [] }
  const { draft } = acceptance
  if (draft.payable) await claimPayable(sql, draft.payable)
  await countCreation(sql, draft.record, acceptance.limits)
  await requireOpenSession(sql, draft.cashSessionId)
  const record = await insertTransaction(sql, draft)
  const response = { ...acceptance.respond(record), requestId: acceptance.requestId }
  await recordResponse(sql, database.keyring, { scope: acceptance.idempotency, response })
  const announced = await enqueue(sql, [collectionEntry(record)])
  return { response: { ...response, isReplayed: false }, announced }
}

async function refusalOf(
  error: unknown,
  database: Database,
  acceptance: Acceptance,
): Promise<unknown> {
  if (!(error instanceof ConstraintViolation)) return error
  if (error.constraint !== 'transaction_reference_once') return error
  const { serviceEnvId, reference } = acceptance.draft.record
  const id = await findByReference(database, serviceEnvId, reference)
  return fail('duplicate_reference', { field: 'reference', transaction_id: id })
}

function collectionEntry(record: TransactionRecord): OutboxEntry {
  return {
    kind: 'collection',
    subjectId: record.id,
    searchAttributes: {
      serviceEnv: record.serviceEnvId,
      paymentMode: record.mode,
      transactionStatus: record.status,
      provider: record.provider,
      reference: record.reference,
    },
    summary: `Collect ${record.amountCharged.minor} ${record.amountCharged.currency} by ${record.provider}`,
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
  'provider',
  'terminal_id',
  'collaborator_id',
  'cash_session_id',
  'payment_link_id',
  'metadata',
  'receipt_token_digest',
  'operator_request_id',
] as const

const insertStatement = `insert into transaction (${insertColumns.join(', ')}, expires_at)
  values (${insertColumns.map((_, at) => `$${at + 1}`).join(', ')}, now() + $${insertColumns.length + 1}::bigint * interval '1 ms')
  returning created_at, expires_at`

async function insertTransaction(sql: Sql, draft: CollectionDraft): Promise<TransactionRecord> {
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

function identityColumns(record: CollectionDraft['record']) {
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

function amountColumns(record: CollectionDraft['record']) {
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

function partyColumns(record: CollectionDraft['record']) {
  const { customer, paymentMethod } = record
  return {
    customer_name: customer.name,
    customer_email: customer.email,
    phone: customer.phone,
    country: record.country,
    payment_type: paymentMethod.type,
    network: paymentMethod.network,
    card_last4: paymentMethod.cardLast4,
    provider: record.provider,
    terminal_id: record.terminal?.id ?? null,
    collaborator_id: record.operator?.id ?? null,
    payment_link_id: record.paymentLink?.id ?? null,
  }
}
