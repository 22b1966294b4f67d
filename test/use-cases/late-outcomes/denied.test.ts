import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { OrderState } from '#activities/operators/operator.ts'
import { asId, type RefundId, type StaffMemberId, type TransactionId } from '#domain/ids.ts'
import { requestLateRefund } from '#use-cases/late-outcomes/desk-acts.ts'
import { findLateOutcome, listLateOutcomes } from '#use-cases/late-outcomes/queue.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import { claimRefund } from '#use-cases/refunds/sent.ts'
import { settleRefund } from '#use-cases/refunds/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { givenBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { createStaffMember, newStaff } from '#test/support/people.ts'
import { settlingAt } from '#test/use-cases/contradictions/contradictions.ts'
import { act, lateDebit } from '#test/use-cases/refunds/refunds.ts'
import { paid, refusedByPayer } from '#test/workflows/scripted-operator.ts'
import { lookLate } from './called-back.ts'

describe('a late debit that its operator denies', () => {
  const books = givenBooks()
  const staff = given(async () => ({ id: await newStaff(books.database) }))
  const debit = givenEach(async () => ({ id: await lateDebit(books) }))
  booksHoldAfterEach(() => books.database)

  /** It calls back about the payment, and is asked. */
  async function says(state: OrderState): Promise<void> {
    const { id: transactionId } = debit
    const { operatorRequestId } = await readTransaction(books.database, transactionId)
    const heard = await operatorAnswered(books.database, books.outbox, operatorRequestId)
    assert.equal(heard, transactionId)
    assert.deepEqual(await lookLate(books, state, { transactionId }), { state: 'closed' })
  }

  const refund = () =>
    requestLateRefund(books.database, books.outbox, {
      id: asId<RefundId>(randomUUID()),
      transactionId: debit.id,
      reason: null,
      requestedBy: asId<StaffMemberId>(staff.id),
      approvalAbove: 1_000_000n,
    })

  async function payBack(refundId: RefundId): Promise<void> {
    assert.deepEqual(await act(books, { refundId, act: 'approve' }), { status: 'approved' })
    assert.ok(await claimRefund(books.database, refundId))
    await settleRefund(books.database, books.outbox, { refundId, outcome: success })
  }

  /** Two supervisors settle it. */
  async function settle() {
    const { ask, approve } = settlingAt(books)
    await ask(await createStaffMember(books.database, 'supervisor'), debit.id)
    return approve(await createStaffMember(books.database, 'supervisor'), debit.id)
  }

  /** What each account holds of the payment, and how it stands for a statement. */
  async function standing(): Promise<object> {
    const sums = await books.rows<{ kind: string; sum: number }>(
      `select a.kind, sum(e.amount)::int as sum from ledger_movement m join ledger_entry e on e.movement_id = m.id
         join ledger_account a on a.id = e.account_id where m.transaction_id = $1 group by 1 having sum(e.amount) <> 0`,
      debit.id,
    )
    const [order] = await books.rows('select standing from operator_order where id = $1', debit.id)
    return { ...order, ...Object.fromEntries(sums.map(({ kind, sum }) => [kind, sum])) }
  }

  const isListed = async (id: TransactionId): Promise<boolean> =>
    (await listLateOutcomes(books.database, { isOpen: true, limit: 100 })).some(
      (late) => late.id === id,
    )

  it('is kept for its payer while its operator says the same', async () => {
    await says(paid)
    assert.deepEqual(await standing(), {
      standing: 'moved',
      operator_clearing: -1020,
      to_refund: 1020,
    })
    assert.equal(await isListed(debit.id), true)
  })

  it('is refunded no more, and what is kept is settled by two', async () => {
    await says(refusedByPayer)
    await says(refusedByPayer)
    const apart = { standing: 'still', contradicted: -1020, to_refund: 1020 }
    assert.deepEqual(await standing(), apart)
    assert.equal(await isListed(debit.id), false)
    assert.equal((await findLateOutcome(books.database, debit.id)).isTakenBack, true)
    assert.equal(await refusalCode(refund()), 'refund_not_allowed')
    const { kind, counterpart, isOpen } = await settle()
    assert.deepEqual({ kind, counterpart, isOpen }, settledLate)
    assert.deepEqual(await standing(), { standing: 'still' })
  })

  it('does not leave as a refund that was approved before', async () => {
    const { id: refundId } = await refund()
    assert.deepEqual(await act(books, { refundId, act: 'approve' }), { status: 'approved' })
    await says(refusedByPayer)
    assert.equal(await claimRefund(books.database, refundId), undefined)
  })

  it('and was refunded already is borne by the service', async () => {
    const { id } = await refund()
    await payBack(id)
    await says(refusedByPayer)
    const { writtenOffMin } = await settle()
    assert.equal(writtenOffMin.minor, 0n, 'nothing is open any more')
    const borne = { standing: 'still', operator_clearing: 1020, written_off: -1020 }
    assert.deepEqual(await standing(), borne)
  })
})

const settledLate = { kind: 'collection', counterpart: 'to_refund', isOpen: false }
