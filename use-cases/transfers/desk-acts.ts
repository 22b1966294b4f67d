import Type, { type Static } from 'typebox'
import { fail, type FieldError, ServiceError } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { dayMs, startOfUtcDay } from '#domain/text/local-day.ts'
import { logged } from '#use-cases/audit/log.ts'
import { actsOn, deskAct, type QueueOrder } from '#use-cases/desk/act.ts'
import {
  confirmedFields,
  explained,
  justified,
  justifiedAndConfirmed,
} from '#use-cases/desk/fields.ts'
import { choiceField, dayField, visibleText } from '#use-cases/fields.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { onPool } from '#db/sql.ts'
import { listSameReference, readBeneficiary } from './find.ts'
import {
  approveTransfer,
  markTransferred,
  rejectTransfer,
  type StaffOrder,
  takeTransfer,
} from './orders.ts'
import { findQueuedTransfer } from './queue.ts'
import { sendBackTransfer } from './send-back.ts'

const act = actsOn({
  name: 'bank_transfer',
  kind: 'transaction',
  find: ({ database }, id) => findQueuedTransfer(database, asId<TransactionId>(id)),
})

/** Takes a transfer: the merchant can no longer cancel it. Refusals: transaction_not_found, action_not_allowed. */
export const takeTransferAct = act('take', {
  permission: 'transfers.process',
  body: explained,
  work: (context, order) => takeTransfer(context, orderOf(order)),
})

/**
 * Approves a large transfer. Refusals: transaction_not_found, wrong_password, action_not_allowed, approval_by_another
 * for the person who took it.
 */
export const approveTransferAct = act('approve', {
  permission: 'transfers.approve',
  body: Type.Object(confirmedFields),
  work: (context, order) => approveTransfer(context, orderOf(order)),
})

const transferred = Type.Object({
  bank_reference: visibleText(64),
  transfer_on: dayField,
  /** Confirms that another transfer has the reference too: one order to the bank may pay several beneficiaries. */
  same_reference: Type.Optional(choiceField('invalid_field', ['confirmed'])),
  ...confirmedFields,
})

/**
 * Records that the bank has made the transfer. Refusals: transaction_not_found, wrong_password, action_not_allowed,
 * approval_required, bank_reference_used if another transfer has the reference and this was not confirmed.
 */
export const markTransferredAct = act('mark_transferred', {
  permission: 'transfers.process',
  body: transferred,
  checkFields: ({ transfer_on: day }) => checkDay(day),
  details: ({ bank_reference, transfer_on, same_reference }: Static<typeof transferred>) => ({
    bank_reference,
    transfer_on,
    ...(same_reference && { same_reference }),
  }),
  async work(context, order) {
    const {
      bank_reference: bankReference,
      transfer_on: transferOn,
      same_reference: same,
    } = order.body
    const bank = { bankReference, transferOn, mayShareReference: same === 'confirmed' }
    try {
      return await markTransferred(context, { ...orderOf(order), ...bank })
    } catch (refused) {
      throw await withOthers(refused, context, { id: order.id, bankReference })
    }
  },
})

/**
 * Rejects a transfer that cannot be made: amount and fee return to the merchant. Above what one person may release, the
 * second person's word does. Refusals: transaction_not_found, action_not_allowed, second_approver_required.
 */
export const rejectTransferAct = act('reject', {
  permission: 'transfers.process',
  body: justified,
  work: (context, order) =>
    rejectTransfer(context, { ...orderOf(order), reason: order.body.reason }),
})

const returned = Type.Object({
  ...justifiedAndConfirmed.properties,
  /** Minor units of XOF; all that was sent if nothing is said. */
  returned_amount: Type.Optional(
    Type.Integer({ code: 'invalid_field', minimum: 1, maximum: 1_000_000_000_000 }),
  ),
})

/**
 * Notes that the bank sent a transfer back after it had made it, all or what it did not keep. Refusals:
 * transaction_not_found, wrong_password, action_not_allowed, invalid_field for more than was sent.
 */
export const markReturnedAct = act('mark_returned', {
  permission: 'outcomes.decide',
  body: returned,
  details: ({ returned_amount: amount }: Static<typeof returned>) => ({
    ...(amount !== undefined && { returned_amount: amount }),
  }),
  work: ({ database }, { id, body: { returned_amount: amount } }) =>
    sendBackTransfer(
      database,
      asId<TransactionId>(id),
      amount === undefined ? undefined : BigInt(amount),
    ),
})

/** The full account number of a transfer; the audit log records who read it. */
export const readAccountAct = deskAct({
  permission: 'transfers.process',
  body: Type.Object({}),
  async work({ database }, { person, requestId, id: text }) {
    const id = asId<TransactionId>(text)
    const { bank, serviceEnvId } = await findQueuedTransfer(database, id)
    const line = {
      act: 'bank_transfer.read_account',
      subject: { kind: 'transaction', id },
      serviceEnvId,
      cause: { requestId, reason: null },
    }
    const account = await logged(database, { actor: person, act: line }, () =>
      readBeneficiary(database, id),
    )
    return { id, bank, ...account }
  },
})

function orderOf({ id, staffMemberId: staffId }: QueueOrder): StaffOrder {
  return { transactionId: asId<TransactionId>(id), staffId }
}

/** For a reference that is used already, with the transfers that have it; any other error as it is. */
async function withOthers(
  refused: unknown,
  { database }: UseCaseContext,
  { id, bankReference }: { readonly id: string; readonly bankReference: string },
): Promise<unknown> {
  if (!(refused instanceof ServiceError) || refused.code !== 'bank_reference_used') return refused
  const others = await listSameReference(
    onPool(database.pool),
    asId<TransactionId>(id),
    bankReference,
  )
  return fail(refused.code, { field: 'same_reference', transaction_ids: others.join(' ') })
}

/** Older transfers are no longer marked manually. */
const daysMax = 60

/** A real day that is not in the future; banks east of us may be a day ahead. */
function checkDay(day: string | undefined): FieldError[] {
  if (day === undefined) return []
  const start = startOfUtcDay(day)
  const ageMs = start && Date.now() - start.getTime()
  const isRecent = ageMs !== undefined && ageMs > -dayMs && ageMs < daysMax * dayMs
  return isRecent ? [] : [{ field: 'transfer_on', code: 'invalid_field' }]
}
