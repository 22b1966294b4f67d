import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { asId, type DifferenceId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { logAct } from '#use-cases/audit/log.ts'
import { contradictNotPaid } from '#use-cases/closings/contradict.ts'
import { listUsedReference, usedReference } from '#use-cases/closings/used-reference.ts'
import { sharedReference } from '#use-cases/closings/verdict.ts'
import { deskAct } from '#use-cases/desk/act.ts'
import { reasonField, secretField } from '#use-cases/desk/fields.ts'
import { bookLate } from '#use-cases/late-outcomes/book.ts'
import { loggedRefusal } from '#use-cases/people/change-managed.ts'
import { lockRefund } from '#use-cases/refunds/find.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { lockPayment } from '#use-cases/transactions/lock-payment.ts'
import { linesTurn, now, referencesTurn, shareTurn, takeTurn } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { type Difference, readDifference, readDifferenceIn } from './list-differences.ts'
import { requireSettledNow } from '#use-cases/people/require-settled.ts'

/**
 * Confirms that a line is true which says that money moved, while our books say that it did not; the second supervisor's
 * word books it and closes the difference. Refusals: difference_not_found; action_not_allowed for any other difference, one
 * that is closed, or another amount than ours; approval_by_another for the person who imported the statement;
 * second_approver_required; wrong_password, too_many_attempts, account_too_fresh; operator_reference_used if another order
 * has the line's reference and this was not confirmed.
 */
export const confirmLineAct = deskAct({
  permission: 'outcomes.decide',
  body: Type.Object({
    password: secretField,
    reason: reasonField,
    same_reference: sharedReference,
  }),
  async work({ database }, { person, requestId, body, ...order }) {
    const { reason, password, same_reference } = body
    const id = asId<DifferenceId>(order.id)
    const { ours } = await readDifference(database, id)
    if (ours === null) throw fail('action_not_allowed')
    const payment = await readTransaction(database, ours.transactionId)
    const entry = {
      act: 'difference.confirm',
      subject: { kind: 'difference', id },
      serviceEnvId: ours.serviceEnvId,
      cause: { requestId, reason },
    }
    await loggedRefusal(database, { manager: person, entry }, async () => {
      await confirmPassword(database, person, password)
      await requireSettledNow(onPool(database.pool), person)
      await inTransaction(database.pool, async (sql) => {
        const isShared = same_reference !== undefined
        const isBooked = await confirm(sql, person, { id, payment, reason, isShared })
        const details = { booked: isBooked, ...(isShared && { same_reference }) }
        await logAct(sql, person, { ...entry, details })
      })
    })
    return readDifference(database, id)
  },
})

interface Confirming {
  readonly id: DifferenceId
  readonly payment: TransactionRecord
  readonly reason: string
  /** True if it was seen that another order has the reference. */
  readonly isShared: boolean
}

/** True if it was the second word, which booked the line. Confirmations of one line, and its other bookings, take turns. */
async function confirm(
  sql: Sql,
  { id: confirmedBy }: StaffMember,
  { id, payment, reason, isShared }: Confirming,
): Promise<boolean> {
  await sql.only(lock({ id }))
  await sql.run(shareTurn({ name: linesTurn(payment.provider) }))
  await lockPayment(sql, payment.id)
  const difference = await readDifferenceIn(sql, id)
  const { ours, isConfirmable, confirmations, importedBy } = difference
  if (!isConfirmable || ours === null) throw fail('action_not_allowed')
  if (importedBy === confirmedBy) throw fail('approval_by_another')
  if (confirmations.some(({ by }) => by.id === confirmedBy)) throw fail('second_approver_required')
  const orderId = ours.refundId ?? ours.transactionId
  if (!isShared) await refuseAnothers(sql, { ...payment, id: orderId }, difference)
  const isBooked = confirmations.length > 0
  const word = { differenceId: id, confirmedBy, orderId, reason, isBooked }
  await sql.run(db.insertInto('confirmedLine').values(word))
  if (!isBooked) return false
  await book(sql, payment, difference)
  await sql.run(close({ id, confirmedBy, reason }))
  return true
}

/** One movement of the operator must not be booked for two orders; confirmations take turns with verdicts that name one. */
async function refuseAnothers(
  sql: Sql,
  order: Parameters<typeof listUsedReference>[1],
  { theirs }: Difference,
): Promise<void> {
  await sql.run(takeTurn({ name: referencesTurn(order.provider) }))
  const reference = theirs?.operatorReference ?? null
  const others = reference === null ? [] : await listUsedReference(sql, order, reference)
  if (others.length > 0) throw usedReference(others)
}

async function book(
  sql: Sql,
  payment: TransactionRecord,
  { orderKind, ours, theirs }: Pick<Difference, 'orderKind' | 'ours' | 'theirs'>,
): Promise<void> {
  if (orderKind === 'collection') return bookLate(sql, payment, theirs?.operatorReference ?? null)
  const refundId = ours?.refundId ?? null
  const refund = refundId === null ? null : (await lockRefund(sql, refundId)).refund
  return contradictNotPaid(sql, { payment, refund })
}

const lock = prepared((p: Params<{ id: DifferenceId }>) =>
  db.selectFrom('reconciliationDifference').select('id').where('id', '=', p.id).forUpdate(),
)

const close = prepared(
  (p: Params<{ id: DifferenceId; confirmedBy: StaffMember['id']; reason: string }>) =>
    db
      .updateTable('reconciliationDifference')
      .set({ closedAt: now, closedBy: p.confirmedBy, reason: p.reason })
      .where('id', '=', p.id),
)
