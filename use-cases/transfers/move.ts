import {
  actRefusal,
  afterAct,
  endOfTransfer,
  type TransferActKind,
  type TransferStanding,
} from '#domain/transfers/transfer.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { StaffMemberId, TransactionId, TransferActId } from '#domain/ids.ts'
import type { FinalStatus, Outcome } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { readStanding } from './find.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { endTransaction } from '#use-cases/transactions/settle.ts'

/** How a transfer stands after an act; with `refusal` the act was not done, and the code says why. */
export interface TransferMoved {
  readonly standing: TransferStanding
  readonly refusal?: ErrorCode
}

/**
 * Does an act written down before, if the transfer still stands so that it is allowed: the move, and with its last one the
 * end of the transaction, its money and its event, in one transaction. Safe to repeat: an act that was done is not done
 * again.
 */
export async function moveTransfer(
  database: Database,
  outbox: Outbox,
  order: { readonly transactionId: TransactionId; readonly actId: TransferActId },
): Promise<TransferMoved> {
  const before = await readTransaction(database, order.transactionId)
  const { moved, announced } = await inTransaction(database.pool, async (sql) => {
    const standing = await readStanding(sql, order.transactionId, 'lock')
    const act = await readAct(sql, order)
    if (act.is_done) return { moved: { standing }, announced: [] }
    const refusal = actRefusal(standing, act.kind, act.staff_id)
    if (refusal !== undefined) return { moved: { standing, refusal }, announced: [] }
    const after = afterAct(standing, act.kind, act.staff_id)
    await write(sql, order, after)
    const ids = await end(sql, database, { before, after, act })
    return { moved: { standing: after }, announced: ids }
  })
  outbox.kick(announced)
  if (endOfTransfer(moved.standing.state)) await database.wake.announce([order.transactionId])
  return moved
}

interface ActRow {
  readonly kind: TransferActKind
  readonly staff_id: StaffMemberId | null
  readonly bank_reference: string | null
  readonly transfer_on: string | null
  readonly is_done: boolean
}

type Order = Parameters<typeof moveTransfer>[2]

function readAct(sql: Sql, { transactionId, actId }: Order): Promise<ActRow> {
  return sql.one<ActRow>(
    `select kind, staff_id, bank_reference, transfer_on::text, done_at is not null as is_done
     from transfer_act where id = $1 and transaction_id = $2`,
    [actId, transactionId],
  )
}

async function write(sql: Sql, order: Order, after: TransferStanding): Promise<void> {
  await sql.rows(
    `update bank_transfer b set state = $3, taken_by = $4, approved_by = $5, moved_at = now(),
       bank_reference = a.bank_reference, transfer_on = a.transfer_on, rejection_reason = a.reason
     from transfer_act a where b.transaction_id = $1 and a.id = $2`,
    [order.transactionId, order.actId, after.state, after.takenBy, after.approvedBy],
  )
  await sql.rows('update transfer_act set done_at = now() where id = $1', [order.actId])
}

/** Ends the transaction with the transfer; returns outbox ids. */
async function end(
  sql: Sql,
  database: Database,
  act: {
    readonly before: TransactionRecord
    readonly after: TransferStanding
    readonly act: ActRow
  },
): Promise<string[]> {
  const { before, after } = act
  const status = endOfTransfer(after.state)
  if (status === undefined || !before.transfer) return []
  const { bank_reference: bankReference, transfer_on: transferOn } = act.act
  const transfer = { ...before.transfer, state: after.state, bankReference, transferOn }
  const ending = { before: { ...before, transfer }, outcome: outcomeOf(status, act.act) }
  return (await endTransaction(sql, database, ending)) ?? []
}

function outcomeOf(status: FinalStatus, act: ActRow): Outcome {
  if (status === 'succeeded') return { status, providerReference: act.bank_reference ?? '' }
  if (status === 'cancelled') return { status, failureCode: null, providerReference: null }
  return { status: 'failed', failureCode: 'bank_rejected', providerReference: null }
}
