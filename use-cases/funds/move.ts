import type { ErrorCode } from '#domain/errors/errors.ts'
import { fundsAfter, fundsMoves, heldReason } from '#domain/funds/funds.ts'
import { eventOf, moveOf, postingOf } from '#domain/states/moves.ts'
import type { ActId, TransactionId } from '#domain/ids.ts'
import { fundsMoved } from '#domain/ledger/ledger.ts'
import { money } from '#domain/money/money.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import { type FundsState, fundsPayload } from '#domain/webhooks/payload.ts'
import type { Database } from '#db/connect.ts'
import { recordEvent } from '#db/events.ts'
import { now } from '#db/functions.ts'
import { post } from '#db/ledger.ts'
import { type LockedPayment, lockPayment } from '#use-cases/transactions/lock-payment.ts'
import type { Outbox } from '#db/outbox.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** Where funds stand after an act, or the code it is refused with. */
export type FundsActResult = { readonly status: FundsStatus } | { readonly refused: ErrorCode }

/** Pending funds whose time has come are available. Safe to repeat; funds that stand elsewhere stay there. */
export async function makeFundsAvailable(
  database: Database,
  transactionId: TransactionId,
): Promise<FundsStatus> {
  return inTransaction(database.pool, async (sql) => {
    const { payment, from } = await lockFunds(sql, transactionId)
    if (from !== 'pending') return from
    await move(sql, { payment, from, to: 'available' })
    return 'available'
  })
}

/**
 * Applies staff's order about funds that was written down: the funds go to their new account, and endpoints that were
 * told that they are held are told that they are released. Safe to repeat: an act that was applied is not judged again.
 */
export async function applyFundsAct(
  database: Database,
  outbox: Outbox,
  actId: ActId,
): Promise<FundsActResult> {
  const { transactionId: id } = await onPool(database.pool).only(byId({ actId }))
  const transaction = await readTransaction(database, id)
  const { result, announced } = await inTransaction(database.pool, async (sql) => {
    const { payment, from } = await lockFunds(sql, id)
    const { act, appliedAt } = await sql.only(byId({ actId }))
    if (appliedAt !== null) return { result: { status: from }, announced: [] }
    const to = fundsAfter(act, from)
    if (to === undefined) return { result: refused, announced: [] }
    await sql.run(markApplied({ actId }))
    const amount = await move(sql, { payment, from, to })
    const reason = to === 'available' ? heldReason(from) : undefined
    if (reason === undefined) return { result: { status: to }, announced: [] }
    const released = { ...transaction, net: money(amount, transaction.net.currency) }
    const deliveries = await recordReleased(sql, database, {
      type: eventOf(moveOf(fundsMoves, from, to)),
      transaction: released,
      reason,
    })
    return { result: { status: to }, announced: deliveries }
  })
  outbox.kick(announced)
  return result
}

const refused = { refused: 'action_not_allowed' } as const

async function lockFunds(
  sql: Sql,
  id: TransactionId,
): Promise<{ readonly payment: LockedPayment; readonly from: FundsStatus }> {
  const payment = await lockPayment(sql, id)
  if (payment?.funds == null) throw new Error('a payment without funds has none to move')
  return { payment, from: payment.funds }
}

interface FundsMove {
  readonly payment: LockedPayment
  readonly from: FundsStatus
  readonly to: FundsStatus
}

/** Moves all but what refunds took before, which stays where they took it to; returns how much that was. */
async function move(sql: Sql, { payment, from, to }: FundsMove): Promise<bigint> {
  const allowed = moveOf(fundsMoves, from, to)
  const amount = payment.net - payment.askedOfFunds
  await sql.run(moveTo({ id: payment.id, to }))
  const entries = fundsMoved({ mode: payment.mode, status: from }, to, amount)
  if (entries.length === 0) return amount
  await post(sql, {
    serviceEnvId: payment.serviceEnvId,
    mode: payment.mode,
    transactionId: payment.id,
    kind: postingOf(allowed),
    provider: payment.provider,
    currency: payment.currency,
    entries,
  })
  return amount
}

async function recordReleased(
  sql: Sql,
  database: Database,
  {
    type,
    transaction,
    reason,
  }: {
    readonly type: EventType
    readonly transaction: TransactionRecord
    readonly reason: FundsState['reason']
  },
): Promise<string[]> {
  const { completedAt: heldAt } = transaction
  if (heldAt === null) throw new Error('a paid transaction is dated')
  const { releasedAt } = await sql.only(clock({}))
  return recordEvent(sql, database.keyring, {
    type,
    serviceEnvId: transaction.serviceEnvId,
    transactionId: transaction.id,
    data: fundsPayload(transaction, { state: 'released', heldAt, releasedAt, reason }),
  })
}

const byId = prepared((p: Params<{ actId: ActId }>) =>
  db.selectFrom('fundsAct').select(['transactionId', 'act', 'appliedAt']).where('id', '=', p.actId),
)

const markApplied = prepared((p: Params<{ actId: ActId }>) =>
  db.updateTable('fundsAct').set({ appliedAt: now }).where('id', '=', p.actId),
)

const moveTo = prepared((p: Params<{ id: TransactionId; to: FundsStatus }>) =>
  db
    .updateTable('transaction')
    .set({ fundsStatus: p.to, fundsMovedAt: now })
    .where('id', '=', p.id),
)

const clock = prepared(() => db.selectNoFrom(now.as('releasedAt')))
