import {
  type ClosingDesk,
  closingRefusal,
  type ClosingVerdict,
  isClosed,
} from '#domain/closings/closing.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { ActId, RefundId, TransactionId } from '#domain/ids.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { Outcome, TransactionStatus } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { endRefund, type RefundEnd } from '#use-cases/refunds/end.ts'
import { watchRefund, watchTransaction } from '#use-cases/late-outcomes/watches.ts'
import { lockPayment } from '#use-cases/transactions/lock-payment.ts'
import type { Outbox } from '#db/outbox.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { endTransaction } from '#use-cases/transactions/settle.ts'

/** How what was to be closed stands after the word, or the code it is refused with. */
export type ClosingResult =
  | { readonly status: TransactionStatus | RefundStatus }
  | { readonly refused: ErrorCode }

/**
 * Counts the staff's word on an end that was written down. The last that is needed gives the refund or payout that end,
 * with its money and event, and opens the watch over an operator that says otherwise: one transaction. Safe to
 * repeat: a word that was counted is not judged again.
 */
export async function applyClosing(
  database: Database,
  outbox: Outbox,
  actId: ActId,
): Promise<ClosingResult> {
  const word = await readWord(onPool(database.pool), actId)
  const { transaction_id: transactionId, refund_id: refundId } = word
  const before = await readTransaction(database, transactionId)
  const { result, announced } = await inTransaction(database.pool, (sql) =>
    refundId === null
      ? closePayout(sql, database, { before, actId })
      : closeRefund(sql, database, { transactionId, refundId, actId }),
  )
  outbox.kick(announced)
  if (announced.length > 0) await database.wake.announce([transactionId])
  return result
}

interface Applied {
  readonly result: ClosingResult
  readonly announced: readonly string[]
}

async function closePayout(
  sql: Sql,
  database: Database,
  { before, actId }: { readonly before: TransactionRecord; readonly actId: ActId },
): Promise<Applied> {
  const { status, is_open: isOpen } = await sql.one<PayoutRow>(
    `select status, type = 'payout' and status = 'pending' and operator_state <> 'unsent' and exists (
       select from staff_notice n where n.transaction_id = t.id and n.kind = 'payout_undecided') as is_open
     from transaction t where id = $1 for no key update`,
    [before.id],
  )
  const counted = await count(sql, actId, { status, isOpen })
  if ('result' in counted) return { ...counted, announced: [] }
  const outcome = outcomeOf(counted, before.providerReference)
  const announced = (await endTransaction(sql, database, { before, outcome })) ?? []
  const watched = await watchTransaction(sql, before)
  return { result: { status: outcome.status }, announced: [...announced, ...watched] }
}

interface PayoutRow {
  readonly status: TransactionStatus
  readonly is_open: boolean
}

async function closeRefund(
  sql: Sql,
  database: Database,
  {
    refundId,
    ...given
  }: { readonly transactionId: TransactionId; readonly refundId: RefundId; readonly actId: ActId },
): Promise<Applied> {
  const payment = await lockPayment(sql, given.transactionId)
  if (payment === undefined) throw new Error('a refund has its payment')
  // Whoever is about to send it waits for this row, and finds that it has its end.
  const { is_open: isOpen } = await sql.one<{ is_open: boolean }>(
    `select status = 'processing' and operator_state <> 'unsent' and attention_at is not null as is_open
     from refund where id = $1 for no key update`,
    [refundId],
  )
  const refund = await readRefund(sql, refundId)
  const counted = await count(sql, given.actId, { status: refund.status, isOpen })
  if ('result' in counted) return { ...counted, announced: [] }
  const end = outcomeOf(counted, refund.providerReference)
  const announced = await endRefund(sql, database, { payment, refund, end })
  const watched = await watchRefund(sql, refund)
  return { result: { status: end.status }, announced: [...announced, ...watched] }
}

interface WordRow {
  readonly transaction_id: TransactionId
  readonly refund_id: RefundId | null
  readonly verdict: ClosingVerdict
  readonly operator_reference: string
  readonly closed_by: string
  readonly approvals_needed: 1 | 2
  readonly counted_at: string | null
}

function readWord(sql: Sql, actId: ActId): Promise<WordRow> {
  return sql.one<WordRow>(
    `select transaction_id, refund_id, verdict, operator_reference, closed_by, approvals_needed, counted_at
     from closing where id = $1`,
    [actId],
  )
}

/** Judges a word under the lock of its subject and counts it; the word where it is the last that is needed. */
async function count(
  sql: Sql,
  actId: ActId,
  subject: { readonly status: TransactionStatus | RefundStatus; readonly isOpen: boolean },
): Promise<WordRow | { readonly result: ClosingResult }> {
  const row = await readWord(sql, actId)
  const { status, isOpen } = subject
  if (row.counted_at !== null) return { result: { status } }
  const desk: ClosingDesk = { isOpen, last: await lastWord(sql, row) }
  const word = { ...wordOf(row), approvalsNeeded: row.approvals_needed }
  const refused = closingRefusal(desk, word)
  if (refused !== undefined) return { result: { refused } }
  const isEnd = isClosed(desk, word)
  await sql.rows(
    `update closing set counted_at = clock_timestamp(), ended_at = case when $2 then clock_timestamp() end where id = $1`,
    [actId, isEnd],
  )
  return isEnd ? row : { result: { status } }
}

async function lastWord(sql: Sql, { transaction_id: transactionId, refund_id: refundId }: WordRow) {
  const [last] = await sql.rows<WordRow>(
    `select verdict, operator_reference, closed_by from closing
     where transaction_id = $1 and refund_id is not distinct from $2::uuid and counted_at is not null
     order by counted_at desc, id desc limit 1`,
    [transactionId, refundId],
  )
  return last && wordOf(last)
}

function wordOf({ verdict, operator_reference: operatorReference, closed_by: closedBy }: WordRow) {
  return { verdict, operatorReference, closedBy }
}

/** What the operator told before stays the reference that it is asked by. */
function outcomeOf(
  { verdict, operator_reference: reference }: WordRow,
  known: string | null,
): Outcome & RefundEnd {
  if (verdict === 'paid') return { status: 'succeeded', providerReference: known ?? reference }
  return { status: 'failed', failureCode: 'not_executed', providerReference: known }
}
