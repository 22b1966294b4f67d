import { heldReason, isFundsFinal } from '#domain/funds.ts'
import { collectionSettled } from '#domain/ledger.ts'
import type { TransactionRecord } from '#domain/transaction-record.ts'
import { fundsPayload, paymentPayload } from '#domain/webhook-payload.ts'
import type { Database } from './connect.ts'
import { recordEvent } from './events.ts'
import { post } from './ledger.ts'
import { enqueue } from './outbox.ts'
import type { Sql } from './sql.ts'

/**
 * What a collection's end brings, in the transaction that gives it: the money, the events with their deliveries, and the
 * runs to start next. Returns the outbox ids to kick after the commit. A watched one may still debit its payer.
 */
export async function bookCollectionEnd(
  sql: Sql,
  database: Database,
  { after, isWatched }: { readonly after: TransactionRecord; readonly isWatched: boolean },
): Promise<string[]> {
  await bookSuccess(sql, after)
  const deliveries = await recordEvents(sql, database, after)
  const { fundsStatus } = after
  const waits = fundsStatus !== null && !isFundsFinal(fundsStatus)
  const next = [
    ...(isWatched ? [lateAnswerEntry(after)] : []),
    ...(waits ? [fundsEntry(after)] : []),
  ]
  return [...deliveries, ...(await enqueue(sql, next))]
}

/** The outbox entry that watches an ended payment whose money may still move. */
export function lateAnswerEntry(transaction: TransactionRecord) {
  return {
    kind: 'late-answer',
    subjectId: transaction.id,
    searchAttributes: searchAttributesOf(transaction),
    summary: `Late answer of ${transaction.provider}`,
  } as const
}

/** The outbox entry of the run that waits until a payment's funds are where they stay. */
function fundsEntry(transaction: TransactionRecord) {
  return {
    kind: 'funds',
    subjectId: transaction.id,
    searchAttributes: searchAttributesOf(transaction),
    summary: `Funds of a payment by ${transaction.provider}: ${transaction.fundsStatus}`,
  } as const
}

function searchAttributesOf(transaction: TransactionRecord) {
  return {
    serviceEnv: transaction.serviceEnvId,
    paymentMode: transaction.mode,
    provider: transaction.provider,
    reference: transaction.reference,
  }
}

async function bookSuccess(sql: Sql, paid: TransactionRecord): Promise<void> {
  const { amountCharged, net, fees, exchange, fundsStatus: funds } = paid
  if (funds === null) return
  const amounts = {
    charged: amountCharged.minor,
    net: net.minor,
    fees: fees.amount.minor,
    exchange: (exchange?.fee?.amount.minor ?? 0n) + (exchange?.margin?.amount.minor ?? 0n),
  }
  await post(sql, {
    serviceEnvId: paid.serviceEnvId,
    mode: paid.mode,
    transactionId: paid.id,
    kind: 'collection_settled',
    provider: paid.provider,
    currency: amountCharged.currency,
    entries: collectionSettled(amounts, funds),
  })
}

async function recordEvents(
  sql: Sql,
  database: Database,
  after: TransactionRecord,
): Promise<string[]> {
  const { serviceEnvId, id: transactionId, completedAt } = after
  const base = { serviceEnvId, transactionId }
  const type = after.status === 'succeeded' ? 'payment.success' : 'payment.failed'
  const ids = await recordEvent(sql, database.keyring, {
    ...base,
    type,
    data: paymentPayload(after),
  })
  const reason = heldReason(after.fundsStatus)
  if (reason === undefined || completedAt === null) return ids
  const data = fundsPayload(after, { state: 'held', heldAt: completedAt, releasedAt: null, reason })
  return [
    ...ids,
    ...(await recordEvent(sql, database.keyring, { ...base, type: 'funds.held', data })),
  ]
}
