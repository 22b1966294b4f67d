import {
  actRefusal,
  afterAct,
  endOfTransfer,
  type TransferStanding,
} from '#domain/transfers/transfer.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { TransactionId, TransferActId } from '#domain/ids.ts'
import type { FinalStatus, Outcome } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { isTooMuchAlone } from '#use-cases/desk/alone.ts'
import { listSameReference, lockStanding } from './find.ts'
import { now, takeTurn } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { type Changes, db, type InferResult, type Params, prepared } from '#db/statements.ts'
import { endTransaction } from '#use-cases/transactions/settle.ts'
import type { TransferActed } from '#workflows/contract/results.ts'

/**
 * Carries out a recorded action, if it is still allowed: the move, and with the last one the end of the transaction,
 * its posting and its event, in one transaction. Safe to repeat: an action is carried out once.
 */
export async function moveTransfer(
  database: Database,
  outbox: Outbox,
  order: Order,
): Promise<TransferActed> {
  const before = await readTransaction(database, order.transactionId)
  const { moved, announced } = await inTransaction(database.pool, async (sql) => {
    const found = await lockStanding(sql, order.transactionId)
    const act = await sql.only(ordered(order))
    if (act.doneAt !== null) return { moved: { standing: found }, announced: [] }
    const standing = await judged(sql, found, { before, act, above: order.approvalAbove })
    const refusal =
      actRefusal(standing, act.kind, act.staffId) ?? (await referenceRefusal(sql, before.id, act))
    if (refusal !== undefined) return { moved: { standing, refusal }, announced: [] }
    const after = afterAct(standing, act.kind, act.staffId)
    const { transactionId, actId } = order
    const { state, takenBy, approvedBy } = after
    // The first of two who reject it moves nothing; the act says that it was said.
    if (act.kind !== 'reject' || state === 'rejected')
      await sql.run(moveOn({ transactionId, actId, state, takenBy, approvedBy }))
    await sql.run(markDone({ actId }))
    const ids = await end(sql, database, { before, after, act })
    return { moved: { standing: after }, announced: ids }
  })
  outbox.kick(announced)
  if (endOfTransfer(moved.standing.state)) await database.wake.announce([order.transactionId])
  return moved
}

interface Order {
  readonly transactionId: TransactionId
  readonly actId: TransferActId
  /** Above this, two people must approve; XOF. */
  readonly approvalAbove: bigint
}

type OrderIds = Omit<Order, 'approvalAbove'>

/**
 * Demands approval if, with this transfer, one person alone would release more within a day than one person may: by taking,
 * making or rejecting it.
 */
async function judged(
  sql: Sql,
  standing: TransferStanding,
  {
    before,
    act,
    above,
  }: { readonly before: TransactionRecord; readonly act: OrderedAct; readonly above: bigint },
): Promise<TransferStanding> {
  const isToGo = ['take', 'mark_transferred', 'reject'].includes(act.kind)
  if (!isToGo || act.staffId === null || standing.needsApproval) return standing
  if (endOfTransfer(standing.state)) return standing
  const { id: transactionId, net } = before
  const leaving = { transactionId, amount: net.minor, approver: act.staffId, above }
  if (!(await isTooMuchAlone(sql, leaving))) return standing
  await sql.run(needApproval({ transactionId }))
  return { ...standing, needsApproval: true }
}

/**
 * Two transfers must not be confirmed with one bank reference by mistake: somebody has to say that it covers both.
 * Transfers are confirmed in turn, so the second of two under one reference sees the first.
 */
async function referenceRefusal(
  sql: Sql,
  id: TransactionId,
  { bankReference, mayShareReference }: OrderedAct,
): Promise<ErrorCode | undefined> {
  if (bankReference === null || mayShareReference === null) return undefined
  await sql.run(takeTurn({ name: 'references of banks' }))
  if (mayShareReference) return undefined
  const others = await listSameReference(sql, id, bankReference)
  return others.length === 0 ? undefined : 'bank_reference_used'
}

const needApproval = prepared((p: Params<{ transactionId: TransactionId }>) =>
  db
    .updateTable('bankTransfer')
    .set({ needsApproval: true })
    .where('transactionId', '=', p.transactionId),
)

/** Ends the transaction with the transfer; returns outbox ids. */
async function end(
  sql: Sql,
  database: Database,
  move: {
    readonly before: TransactionRecord
    readonly after: TransferStanding
    readonly act: OrderedAct
  },
): Promise<string[]> {
  const { before, after } = move
  const status = endOfTransfer(after.state)
  if (status === undefined || !before.transfer) return []
  const { bankReference, transferOn } = move.act
  const transfer = { ...before.transfer, state: after.state, bankReference, transferOn }
  const ending = { before: { ...before, transfer }, outcome: outcomeOf(status, move.act) }
  return (await endTransaction(sql, database, ending)) ?? []
}

function outcomeOf(status: FinalStatus, act: OrderedAct): Outcome {
  if (status === 'succeeded') return { status, providerReference: act.bankReference ?? '' }
  if (status === 'cancelled') return { status, failureCode: null, providerReference: null }
  return { status: 'failed', failureCode: 'bank_rejected', providerReference: null }
}

type OrderedAct = InferResult<typeof acts>[number]

const acts = db
  .selectFrom('transferAct')
  .select(['kind', 'staffId', 'bankReference', 'transferOn', 'mayShareReference', 'doneAt'])

const ordered = prepared((p: Params<OrderIds>) =>
  acts.where('id', '=', p.actId).where('transactionId', '=', p.transactionId),
)

const moveOn = prepared(
  (p: Params<OrderIds & Pick<TransferStanding, 'state' | 'takenBy' | 'approvedBy'>>) =>
    db
      .updateTable('bankTransfer as b')
      .from('transferAct as a')
      .set((eb): Changes<'bankTransfer'> => ({
        state: p.state,
        takenBy: p.takenBy,
        approvedBy: p.approvedBy,
        movedAt: now,
        bankReference: eb.ref('a.bankReference'),
        transferOn: eb.ref('a.transferOn'),
        rejectionReason: eb.ref('a.reason'),
      }))
      .where('b.transactionId', '=', p.transactionId)
      .where('a.id', '=', p.actId),
)

const markDone = prepared((p: Params<{ actId: TransferActId }>) =>
  db.updateTable('transferAct').set({ doneAt: now }).where('id', '=', p.actId),
)
