import { randomUUIDv7 } from 'node:crypto'
import { endOfTransfer, type TransferActKind } from '#domain/transfers/transfer.ts'
import { fail } from '#domain/errors/errors.ts'
import { asId, type StaffMemberId, type TransactionId, type TransferActId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { type TransferOrder, transferUpdates } from '#workflows/contract/messages.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { isActDone, readStanding } from './find.ts'

// Each act is an Update of the transfer's run, which refuses at once what cannot be; all answer the transaction as it then
// is. Refusals of all: action_not_allowed (cancel: cannot_cancel), transaction_not_found for what is no bank transfer, and
// service_unavailable when no run took the order in time: it may yet be done, and the transfer is to be read again.

type ActContext = Pick<UseCaseContext, 'database' | 'runUpdates'>

/** A transfer, and the member of staff who acts; that they may is checked before. */
export interface StaffOrder {
  readonly transactionId: TransactionId
  readonly staffId: StaffMemberId
}

/** Begins to process it: the merchant can no longer cancel. */
export function takeTransfer(context: ActContext, order: StaffOrder): Promise<TransactionRecord> {
  return act(context, { ...order, kind: 'take' })
}

/** Agrees to a large one. Refusals besides: approval_by_another; action_not_allowed where no approval is asked for. */
export function approveTransfer(
  context: ActContext,
  order: StaffOrder,
): Promise<TransactionRecord> {
  return act(context, { ...order, kind: 'approve' })
}

/** The bank has made it. `bankReference` has 1 to 64 characters, `transferOn` is `<YYYY-MM-DD>`. Refusal besides: approval_required. */
export function markTransferred(
  context: ActContext,
  order: StaffOrder & { readonly bankReference: string; readonly transferOn: string },
): Promise<TransactionRecord> {
  return act(context, { ...order, kind: 'mark_transferred' })
}

/** It cannot be made: amount and fee return. `reason`, for staff, has 1 to 500 characters. */
export function rejectTransfer(
  context: ActContext,
  order: StaffOrder & { readonly reason: string },
): Promise<TransactionRecord> {
  return act(context, { ...order, kind: 'reject' })
}

/** The merchant calls it back before anybody took it: amount and fee return. */
export function cancelTransfer(
  context: ActContext,
  transactionId: TransactionId,
): Promise<TransactionRecord> {
  return act(context, { transactionId, staffId: null, kind: 'cancel' })
}

async function act(context: ActContext, wanted: NewTransferAct): Promise<TransactionRecord> {
  const { database } = context
  const { transactionId } = wanted
  const actId = await recordTransferAct(database, wanted)
  const refusal = await order(context, wanted, actId)
  // A worker that was lost right after the move leaves an order that is judged once more, when it is done already.
  if (refusal !== undefined && !(await isActDone(database, actId))) throw refusal
  return readTransaction(database, transactionId)
}

/** Orders it of the run; what it was refused with, and of a run that has ended that it is too late. */
async function order(
  context: ActContext,
  { transactionId, staffId, kind }: NewTransferAct,
  actId: TransferActId,
): Promise<unknown> {
  const input: TransferOrder = { actId, staffId }
  try {
    const answer = await context.runUpdates.execute({
      kind: 'bank-transfer',
      subjectId: transactionId,
      name: transferUpdates[kind],
      input,
      updateId: actId,
      isOpen: () => isOpen(context, transactionId),
    })
    if (answer !== undefined) return undefined
    return fail(kind === 'cancel' ? 'cannot_cancel' : 'action_not_allowed')
  } catch (error) {
    return error
  }
}

async function isOpen({ database }: ActContext, id: TransactionId): Promise<boolean> {
  const { state } = await readStanding(database, id)
  return endOfTransfer(state) === undefined
}

/** What somebody wants done with a transfer, with the texts that belong to it. */
export interface NewTransferAct {
  readonly transactionId: TransactionId
  readonly kind: TransferActKind
  /** Null for the merchant. */
  readonly staffId: StaffMemberId | null
  readonly bankReference?: string
  /** `<YYYY-MM-DD>`. */
  readonly transferOn?: string
  readonly reason?: string
}

/**
 * Writes down an act before its run is asked: the run gets the id alone, and no text stands in its history. Refusal:
 * transaction_not_found for what is no bank transfer.
 */
export async function recordTransferAct(
  { pool }: Pick<Database, 'pool'>,
  act: NewTransferAct,
): Promise<TransferActId> {
  const id = asId<TransferActId>(randomUUIDv7())
  const { transactionId, kind, staffId } = act
  const { bankReference = null, transferOn = null, reason = null } = act
  const texts = { bankReference, transferOn, reason }
  const written = await onPool(pool).run(write({ id, transactionId, kind, staffId, ...texts }))
  if (written === 0) throw fail('transaction_not_found')
  return id
}

interface WrittenAct {
  readonly id: TransferActId
  readonly transactionId: TransactionId
  readonly kind: TransferActKind
  readonly staffId: StaffMemberId | null
  readonly bankReference: string | null
  readonly transferOn: string | null
  readonly reason: string | null
}

const write = prepared((p: Params<WrittenAct>) =>
  db
    .insertInto('transferAct')
    .columns(['id', 'transactionId', 'kind', 'staffId', 'bankReference', 'transferOn', 'reason'])
    .expression((eb) =>
      eb
        .selectFrom('bankTransfer')
        .select([sql`${p.id}`.as('id'), 'transactionId', sql`${p.kind}`.as('kind')])
        .select([sql`${p.staffId}`.as('staffId'), sql`${p.bankReference}`.as('bankReference')])
        .select([sql`${p.transferOn}`.as('transferOn'), sql`${p.reason}`.as('reason')])
        .where('transactionId', '=', p.transactionId),
    ),
)
