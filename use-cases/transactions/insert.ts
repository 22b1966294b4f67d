import type { CashSessionId } from '#domain/ids.ts'
import type { Display } from '#domain/pricing/display.ts'
import type { Exchange } from '#domain/pricing/pricing.ts'
import type { ShortFeeRule, TransactionRecord } from '#domain/transactions/record.ts'
import { type KeptResponse, keeping, keptColumns } from '#db/idempotency.ts'
import { announcing, type OutboxEntry, startColumns } from '#db/outbox.ts'
import { db, insertFrom, type Params, prepared, type Source, sql as text } from '#db/statements.ts'
import { type Frozen, freeze } from '#db/types/frozen.ts'
import type { Keyring } from '#platform/keyring.ts'
import { type Counted, standingRow, standingValues } from './count-creation.ts'
import { shortDisplay, shortRule } from './short-terms.ts'

/** What a transaction is written from. */
export interface TransactionDraft {
  readonly record: Omit<TransactionRecord, 'createdAt' | 'completedAt' | 'expiresAt'>
  /** Null for a payout, which has no payer to give a receipt to. */
  readonly receiptTokenDigest: Buffer | null
  readonly expiryMs: number
  /** The cash session it was requested in: a sale of its till. */
  readonly cashSessionId?: CashSessionId | null
}

/** The transaction made from a draft, at this time of the database. */
export function recordOf(
  { record, expiryMs }: Pick<TransactionDraft, 'record' | 'expiryMs'>,
  createdAt: Date,
): TransactionRecord {
  const expiresAt = new Date(createdAt.getTime() + expiryMs)
  return { ...record, createdAt, expiresAt, completedAt: null }
}

/** A transaction with what it is checked by, and what is written with it. */
export interface Creation {
  readonly counted: Counted
  readonly record: TransactionRecord
  readonly draft: Omit<TransactionDraft, 'record' | 'expiryMs'>
  readonly kept: KeptResponse
  readonly run: OutboxEntry
}

/**
 * Writes the transaction, the answer for its key and the run to start, unless there is an earlier answer or a limit is
 * reached: one statement, which returns the state it found and the outbox id of what it wrote.
 */
export function insertTransaction(
  keyring: Keyring,
  { counted, record, draft, kept, run }: Creation,
) {
  return insert({
    ...standingValues(counted),
    ...rowOf(record, draft),
    ...keptColumns(kept, keyring),
    ...startColumns(run),
  })
}

const insert = prepared(
  (
    p: Params<
      ReturnType<typeof standingValues> &
        ReturnType<typeof rowOf> &
        ReturnType<typeof keptColumns> &
        ReturnType<typeof startColumns>
    >,
  ) =>
    db
      .with('stands', () => standingRow(p))
      .with('free', (books) =>
        books
          .selectFrom('stands')
          .select('refusal')
          .where('refusal', 'is', null)
          .where('madeId', 'is', null),
      )
      .with('made', () => inserting(p, 'free'))
      .with('kept', () => keeping(p, 'free'))
      .with('owed', () => announcing(p, 'free'))
      .selectFrom('stands')
      .leftJoin('owed', (join) => join.onTrue())
      .select(['stands.refusal', 'stands.fingerprint', 'stands.status', 'stands.requestId'])
      .select(['stands.response', 'stands.madeId', 'stands.secondsLeftToday', 'owed.id']),
)

function inserting(p: Params<ReturnType<typeof rowOf>>, source: Source) {
  const values = {
    id: p.id,
    serviceEnvId: p.serviceEnvId,
    mode: p.mode,
    apiKeyId: p.apiKeyId,
    type: p.type,
    status: p.status,
    pendingReason: p.pendingReason,
    channel: p.channel,
    reference: p.reference,
    description: p.description,
    metadata: p.metadata,
    operatorRequestId: p.operatorRequestId,
    createdAt: p.createdAt,
    expiresAt: p.expiresAt,
    amount: p.amount,
    currency: p.currency,
    feeAmount: p.feeAmount,
    feePayer: p.feePayer,
    feeRule: text<Frozen<ShortFeeRule>>`${p.feeRule}`,
    exchangeAmount: p.exchangeAmount,
    exchange: text<Frozen<Exchange> | null>`${p.exchange}`,
    amountCharged: p.amountCharged,
    chargedCurrency: p.chargedCurrency,
    netAmount: p.netAmount,
    netCurrency: p.netCurrency,
    display: text<Frozen<Partial<Display>>>`${p.display}`,
    customerName: p.customerName,
    customerEmail: p.customerEmail,
    phone: p.phone,
    country: p.country,
    paymentType: p.paymentType,
    network: p.network,
    cardLast4: p.cardLast4,
    nextActionUrl: p.nextActionUrl,
    provider: p.provider,
    terminalId: p.terminalId,
    collaboratorId: p.collaboratorId,
    cashSessionId: p.cashSessionId,
    paymentLinkId: p.paymentLinkId,
    checkoutId: p.checkoutId,
    receiptTokenDigest: p.receiptTokenDigest,
  }
  return insertFrom('transaction', values, source)
}

function rowOf(record: TransactionRecord, draft: Creation['draft']) {
  const { id, serviceEnvId, mode, apiKeyId, type, status, pendingReason, channel } = record
  const { reference, description, metadata, operatorRequestId, createdAt, expiresAt } = record
  const identity = { id, serviceEnvId, mode, apiKeyId, type, status, pendingReason, channel }
  return {
    ...identity,
    reference,
    description,
    metadata,
    operatorRequestId,
    createdAt,
    expiresAt,
    ...amountsOf(record),
    ...partiesOf(record),
    receiptTokenDigest: draft.receiptTokenDigest,
    cashSessionId: draft.cashSessionId ?? null,
  }
}

function amountsOf({ price, fees, exchange, amountCharged, net, display }: TransactionRecord) {
  return {
    amount: price.minor,
    currency: price.currency,
    feeAmount: fees.amount.minor,
    feePayer: fees.payer,
    feeRule: shortRule(fees.rule),
    exchangeAmount: (exchange?.fee?.amount.minor ?? 0n) + (exchange?.margin?.amount.minor ?? 0n),
    exchange: exchange && freeze(exchange),
    amountCharged: amountCharged.minor,
    chargedCurrency: amountCharged.currency,
    netAmount: net.minor,
    netCurrency: net.currency,
    display: shortDisplay(display, { price, amountCharged, net }),
  }
}

function partiesOf(record: TransactionRecord) {
  const { customer, paymentMethod, country, nextActionUrl, provider, checkoutId } = record
  return {
    country,
    nextActionUrl,
    provider,
    checkoutId,
    phone: customer.phone,
    customerName: customer.name,
    customerEmail: customer.email,
    paymentType: paymentMethod.type,
    network: paymentMethod.network,
    cardLast4: paymentMethod.cardLast4,
    terminalId: record.terminal?.id ?? null,
    collaboratorId: record.operator?.id ?? null,
    paymentLinkId: record.paymentLink?.id ?? null,
  }
}
