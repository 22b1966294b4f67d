import type { ErrorCode } from '#domain/errors/errors.ts'
import { fundsAfter, fundsMoves, heldReason } from '#domain/funds/funds.ts'
import { eventOf, moveOf, postingOf } from '#domain/states/moves.ts'
import type { ActId, TransactionId } from '#domain/ids.ts'
import { fundsMoved } from '#domain/ledger/ledger.ts'
import { money } from '#domain/money/money.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { fundsPayload } from '#domain/webhooks/payload.ts'
import type { Database } from '#db/connect.ts'
import { recordEvent } from '#db/events.ts'
import { now } from '#db/functions.ts'
import { post } from '#db/ledger.ts'
import { type LockedPayment, lockPayment } from '#use-cases/transactions/lock-payment.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { fundsEntry } from '#db/runs/entries.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The state of the funds after an action, or the code it is refused with. */
export type FundsActResult = { readonly status: FundsStatus } | { readonly refused: ErrorCode }

/** Makes pending funds available whose time has come. Safe to repeat; funds in any other state stay there. */
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
 * Carries out a recorded staff action on funds: they move to their new account, and endpoints that were notified of
 * the hold are notified of the release. Safe to repeat: an action that was carried out is not checked again.
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
    const isWhole = payment.asked === 0n && !payment.isRecovered
    const isAllowed = act !== 'hold' || (isWhole && !(await isDecided(sql, id)))
    if (to === undefined || !isAllowed) return { result: refused, announced: [] }
    await sql.run(markApplied({ actId }))
    const amount = await move(sql, { payment, from, to })
    const moved = { ...transaction, net: money(amount, transaction.net.currency) }
    const told = await tell(sql, database, { transaction: moved, from, to })
    return { result: { status: to }, announced: told }
  })
  outbox.kick(announced)
  return result
}

/** True if staff has already decided about these funds: that decision stands. */
async function isDecided(sql: Sql, id: TransactionId): Promise<boolean> {
  return (await sql.first(decided({ id }))) !== undefined
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

/** Moves everything except what refunds and settlements took, which stays where it went; returns how much that was. */
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

interface Told extends Omit<FundsMove, 'payment'> {
  /** With the amount moved as its net. */
  readonly transaction: TransactionRecord
}

/**
 * Notifies endpoints, and starts the run of funds that are held from now on; returns what to hand over after the
 * commit.
 */
async function tell(
  sql: Sql,
  database: Database,
  { transaction, from, to }: Told,
): Promise<string[]> {
  const reason = heldReason(to) ?? (to === 'available' ? heldReason(from) : undefined)
  if (reason === undefined) return []
  const { heldAt, at } = await sql.only(dates({ id: transaction.id }))
  const state =
    to === 'held'
      ? ({ state: 'held', heldAt: at, releasedAt: null, reason } as const)
      : ({ state: 'released', heldAt, releasedAt: at, reason } as const)
  const told = await recordEvent(sql, database.keyring, {
    type: eventOf(moveOf(fundsMoves, from, to)),
    serviceEnvId: transaction.serviceEnvId,
    transactionId: transaction.id,
    data: fundsPayload(transaction, state),
  })
  if (to !== 'held') return told
  const run = { ...fundsEntry({ ...transaction, fundsStatus: to }), signal: 'fundsHeld' } as const
  return [...told, ...(await enqueue(sql, [{ ...run, startsRun: true }]))]
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

const decided = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('fundsAct')
    .select('id')
    .where('transactionId', '=', p.id)
    .where('appliedAt', 'is not', null)
    .limit(1),
)

/** Since when funds are held: since staff held them, or since the payment ended. */
const dates = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('transaction as t')
    .leftJoin('fundsAct as a', (join) =>
      join
        .onRef('a.transactionId', '=', 't.id')
        .on('a.act', '=', 'hold')
        .on('a.appliedAt', 'is not', null),
    )
    .select((eb) => eb.fn.coalesce('a.appliedAt', 't.completedAt').$notNull().as('heldAt'))
    .select(now.as('at'))
    .where('t.id', '=', p.id),
)
