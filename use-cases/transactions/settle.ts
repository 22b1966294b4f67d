import { heldReason, isFundsFinal } from '#domain/funds/funds.ts'
import { collectionSettled } from '#domain/ledger/ledger.ts'
import type { TransactionId } from '#domain/ids.ts'
import {
  type FinalStatus,
  type FundsAtSettlement,
  type FundsStatus,
  isFinal,
  type Outcome,
} from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { fundsPayload, paymentPayload } from '#domain/webhooks/payload.ts'
import type { Database } from '#db/connect.ts'
import { recordEvent } from '#db/events.ts'
import { watchTransaction } from '#use-cases/late-outcomes/watches.ts'
import { post } from '#db/ledger.ts'
import { enqueue, type Outbox, type OutboxEntry } from '#db/outbox.ts'
import { readTransaction } from './find.ts'
import { fundsEntry } from '#db/runs/entries.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { bookPayoutEnd } from '#use-cases/payouts/book-end.ts'

export interface Settlement {
  readonly transactionId: TransactionId
  readonly outcome: Outcome
  /** True when nobody knows whether the operator will debit after all: one that was ever asked is then watched on. */
  readonly isWatched?: boolean
}

/**
 * Gives a pending transaction its final state, books the money, records its events with their deliveries, and announces
 * the workflows to start next: one transaction. Safe to repeat: a transaction that has its end keeps it, and that end
 * is returned.
 */
export async function settleTransaction(
  database: Database,
  outbox: Outbox,
  settlement: Settlement,
): Promise<FinalStatus> {
  const before = await readTransaction(database, settlement.transactionId)
  if (isFinal(before.status)) return before.status
  const announced = await inTransaction(database.pool, (sql) =>
    endTransaction(sql, database, { ...settlement, before }),
  )
  if (announced === undefined) return settleTransaction(database, outbox, settlement)
  outbox.kick(announced)
  await database.wake.announce([settlement.transactionId])
  return settlement.outcome.status
}

/**
 * The same within the caller's transaction, for a transaction read before; returns the outbox ids to kick after the
 * commit, undefined when it has its end already.
 */
export async function endTransaction(
  sql: Sql,
  database: Database,
  ending: Omit<Settlement, 'transactionId'> & { readonly before: TransactionRecord },
): Promise<string[] | undefined> {
  const { before, outcome } = ending
  const moved = await move(sql, before, outcome)
  if (moved === undefined) return undefined
  const { after, wasSent } = moved
  if (before.type === 'payout') return bookPayoutEnd(sql, database, after)
  await bookSuccess(sql, after)
  const deliveries = await recordEvents(sql, database, after)
  const isWatched = ending.isWatched === true && wasSent
  const watch = isWatched ? await watchTransaction(sql, after) : []
  const { fundsStatus } = after
  const waits = fundsStatus !== null && !isFundsFinal(fundsStatus)
  const followers = await enqueue(sql, [
    ...(waits ? [fundsEntry(after)] : []),
    ...checkoutSignals(after),
  ])
  return [...deliveries, ...watch, ...followers]
}

/** A payment that came through a checkout holds it until its run knows of the end. */
function checkoutSignals({ checkoutId }: TransactionRecord): OutboxEntry[] {
  if (checkoutId === null) return []
  return [{ kind: 'checkout', subjectId: checkoutId, signal: 'paymentEnded' }]
}

/** The move itself, conditional under the row's lock: of two that race, the loser finds no row. */
async function move(
  sql: Sql,
  before: TransactionRecord,
  outcome: Outcome,
): Promise<{ readonly after: TransactionRecord; readonly wasSent: boolean } | undefined> {
  const isPaid = outcome.status === 'succeeded'
  const funds = before.type === 'collection' ? fundsOf(outcome) : null
  const [row] = await sql.rows<MovedRow>(
    `update transaction set status = $2, pending_reason = null, completed_at = now(), failure_code = $3,
       funds_status = case when $4 = 'available' and e.availability_delay is not null then 'pending' else $4 end,
       funds_available_at = case when $4 = 'available' then now() + e.availability_delay end,
       provider_reference = coalesce($5, provider_reference)
     from service_env e
     where transaction.id = $1 and transaction.status = 'pending' and e.id = transaction.service_env_id
     returning completed_at, operator_state <> 'unsent' as was_sent, funds_status`,
    [
      before.id,
      outcome.status,
      isPaid ? null : outcome.failureCode,
      funds,
      outcome.providerReference,
    ],
  )
  if (row === undefined) return undefined
  const after = {
    ...before,
    status: outcome.status,
    pendingReason: null,
    completedAt: new Date(row.completed_at),
    failureCode: isPaid ? null : outcome.failureCode,
    fundsStatus: row.funds_status,
    providerReference: outcome.providerReference ?? before.providerReference,
  }
  return { after, wasSent: row.was_sent }
}

interface MovedRow {
  readonly completed_at: Date
  readonly was_sent: boolean
  /** Pending, where the service's funds become available later. */
  readonly funds_status: FundsStatus | null
}

function fundsOf(outcome: Outcome): FundsAtSettlement | null {
  return outcome.status === 'succeeded' ? (outcome.funds ?? 'available') : null
}

async function bookSuccess(sql: Sql, paid: TransactionRecord): Promise<void> {
  const { mode, amountCharged, net, fees, exchange, fundsStatus: status } = paid
  if (status === null) return
  const amounts = {
    charged: amountCharged.minor,
    net: net.minor,
    fees: fees.amount.minor,
    exchange: (exchange?.fee?.amount.minor ?? 0n) + (exchange?.margin?.amount.minor ?? 0n),
  }
  await post(sql, {
    serviceEnvId: paid.serviceEnvId,
    mode,
    transactionId: paid.id,
    kind: 'collection_settled',
    provider: paid.provider,
    currency: amountCharged.currency,
    entries: collectionSettled(amounts, { mode, status }),
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
