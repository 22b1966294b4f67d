import { randomUUIDv7 } from 'node:crypto'
import { endOfTransfer, type TransferActKind } from '#domain/transfers/transfer.ts'
import { fail } from '#domain/errors/errors.ts'
import { asId, type StaffMemberId, type TransactionId, type TransferActId } from '#domain/ids.ts'
import { withPlainSpaces } from '#domain/text/reference.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { type TransferOrder, transferUpdates } from '#workflows/contract/messages.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { isActDone, readStanding } from './find.ts'
import type { ActContext } from '#use-cases/recorded-acts.ts'

// Each action is an Update of the transfer's run, which refuses at once what is not possible; all return the
// transaction afterwards. Refusals of all: action_not_allowed (cancel: cannot_cancel), transaction_not_found for
// anything but a bank transfer, and service_unavailable if no run handled the update in time: it may still be carried
// out, so the transfer must be read again.

/** A transfer, and the member of staff who acts, whose permission was already checked. */
export interface StaffOrder {
  readonly transactionId: TransactionId
  readonly staffId: StaffMemberId
}

/** Takes it: the merchant can no longer cancel. */
export function takeTransfer(context: ActContext, order: StaffOrder): Promise<TransactionRecord> {
  return act(context, { ...order, kind: 'take' })
}

/** Approves a large one. Further refusals: approval_by_another; action_not_allowed if no approval is needed. */
export function approveTransfer(
  context: ActContext,
  order: StaffOrder,
): Promise<TransactionRecord> {
  return act(context, { ...order, kind: 'approve' })
}

/** What the bank says of a transfer that it has made. */
interface BankWord {
  /** 1 to 64 characters. */
  readonly bankReference: string
  /** `<YYYY-MM-DD>`. */
  readonly transferOn: string
  /** True if another transfer may have the same reference. */
  readonly mayShareReference: boolean
}

/** Records that the bank has made it. Further refusals: approval_required, bank_reference_used. */
export function markTransferred(
  context: ActContext,
  order: StaffOrder & BankWord,
): Promise<TransactionRecord> {
  return act(context, { ...order, kind: 'mark_transferred' })
}

/**
 * Rejects it because it cannot be made: amount and fee return at once, or with the second rejection if it takes two people.
 * `reason`, for staff, has 1 to 500 characters. Further refusal: second_approver_required.
 */
export function rejectTransfer(
  context: ActContext,
  order: StaffOrder & { readonly reason: string },
): Promise<TransactionRecord> {
  return act(context, { ...order, kind: 'reject' })
}

/** The merchant cancels it before anybody took it: amount and fee return. */
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
  // If a worker is lost right after the move, the update is checked once more when the action is already carried out.
  if (refusal !== undefined && !(await isActDone(database, actId))) throw refusal
  return readTransaction(database, transactionId)
}

/** Sends the update to the run; returns its refusal, or that it is too late if the run has ended. */
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

/** A requested action on a transfer, with its texts. */
export interface NewTransferAct extends Partial<BankWord> {
  readonly transactionId: TransactionId
  readonly kind: TransferActKind
  /** Null for the merchant. */
  readonly staffId: StaffMemberId | null
  readonly reason?: string
}

/**
 * Records an action before its run is asked: the run gets only the id, so no text is in its history. Refusal:
 * transaction_not_found for anything but a bank transfer.
 */
export async function recordTransferAct(
  { pool }: Pick<Database, 'pool'>,
  act: NewTransferAct,
): Promise<TransferActId> {
  const id = asId<TransferActId>(randomUUIDv7())
  const { transactionId, kind, staffId } = act
  const { transferOn = null, mayShareReference = null, reason = null } = act
  const bankReference = act.bankReference === undefined ? null : withPlainSpaces(act.bankReference)
  const texts = { bankReference, transferOn, mayShareReference, reason }
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
  readonly mayShareReference: boolean | null
  readonly reason: string | null
}

const actIds = ['id', 'transactionId', 'kind', 'staffId'] as const

const write = prepared((p: Params<WrittenAct>) =>
  db
    .insertInto('transferAct')
    .columns([...actIds, 'bankReference', 'transferOn', 'mayShareReference', 'reason'])
    .expression((eb) =>
      eb
        .selectFrom('bankTransfer')
        .select([sql`${p.id}`.as('id'), 'transactionId', sql`${p.kind}`.as('kind')])
        .select([sql`${p.staffId}`.as('staffId'), sql`${p.bankReference}`.as('bankReference')])
        .select([sql`${p.transferOn}`.as('transferOn')])
        .select([
          sql`${p.mayShareReference}`.as('mayShareReference'),
          sql`${p.reason}`.as('reason'),
        ])
        .where('transactionId', '=', p.transactionId),
    ),
)
