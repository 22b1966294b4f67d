import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/sql.ts'
import { type Query, statementOf } from '#db/statements.ts'
import { isTooMuchAlone } from '#use-cases/desk/alone.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { type StaffMemberId, type TransactionId, asId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { listDoneActs } from '#use-cases/transfers/find.ts'
import { createMerchant, type Merchant, openBooks } from '#test/support/books.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { newStaff } from '#test/support/people.ts'
import {
  acceptPayoutOne,
  act as actOnTransfer,
  bankTexts,
} from '#test/use-cases/payouts/payouts.ts'
import { say, silentPayout } from '#test/use-cases/closings/closings.ts'
import { act, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

/** Of payments of 1020 XOF, and of transfers of 1000. */
const approvalAbove = 1500n

describe('what one person may let go alone', () => {
  const books = given(() => openBooks())
  const merchant = givenEach(() => createMerchant(books, { mode: 'live' }))
  booksHoldAfterEach(() => books.database)

  const refunded = async (amount: bigint, actedBy: string, of: Merchant = merchant) => {
    const transactionId = await paidCollection(books, of)
    const { id: refundId } = await refundOf(books, of, { transactionId, amount, approvalAbove })
    return { refundId, ...(await act(books, { refundId, act: 'approve', actedBy, approvalAbove })) }
  }
  const transferred = async (staffId: StaffMemberId, of: Merchant = merchant) => {
    await openBalance(books.database, of, money(50_000n, 'XOF'))
    const transactionId = await acceptPayoutOne(books, of, { isTransfer: true })
    const order = { transactionId, staffId }
    await actOnTransfer(books, { ...order, kind: 'take' }, approvalAbove)
    const wanted = { ...order, kind: 'mark_transferred', ...bankTexts } as const
    return { transactionId, ...(await actOnTransfer(books, wanted, approvalAbove)) }
  }
  const refusals = async (work: Promise<object>) => JSON.stringify(await work)

  it('counts refunds in parts: to one payer or of one merchant, the one that goes above waits for a second person', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const transactionId = await paidCollection(books, merchant)
    const parts = []
    for (const amount of [400n, 400n, 200n]) {
      const wish = { transactionId, amount, approvalAbove: 900n }
      const { id: refundId } = await refundOf(books, merchant, wish)
      const order = { refundId, act: 'approve', actedBy: first, approvalAbove: 900n } as const
      parts.push({ refundId, ...(await act(books, order)) })
    }
    assert.deepEqual(
      parts.map((part) => 'status' in part && part.status),
      ['approved', 'approved', 'pending'],
    )
    const { refundId } = parts[2] ?? assert.fail()
    const order = { refundId, act: 'approve', approvalAbove: 900n } as const
    assert.match(
      await refusals(act(books, { ...order, actedBy: first })),
      /second_approver_required/,
    )
    assert.match(await refusals(act(books, { ...order, actedBy: second })), /approved/)
  })

  it('counts what goes from one merchant to many, whoever approves', async () => {
    assert.equal(((await refunded(900n, randomUUID())) as { status: string }).status, 'approved')
    assert.equal(((await refunded(900n, randomUUID())) as { status: string }).status, 'pending')
    const other = await createMerchant(books, { mode: 'live' })
    const elsewhere = await refunded(900n, randomUUID(), other)
    assert.equal((elsewhere as { status: string }).status, 'approved')
  })

  it('counts what one person lets go for many merchants, refunds and transfers together', async () => {
    const person = asId<StaffMemberId>(await newStaff(books.database))
    assert.equal(((await refunded(900n, person)) as { status: string }).status, 'approved')
    const other = await createMerchant(books, { mode: 'live' })
    const made = await transferred(person, other)
    assert.equal(made.refusal, 'approval_required')
    assert.equal(made.standing.needsApproval, true)
    const { transactionId } = made
    const approver = await newStaff(books.database)
    const approve = { transactionId, staffId: approver, kind: 'approve' } as const
    await actOnTransfer(books, approve, approvalAbove)
    const wanted = {
      transactionId,
      staffId: person,
      kind: 'mark_transferred',
      ...bankTexts,
    } as const
    const done = await actOnTransfer(books, wanted, approvalAbove)
    assert.equal(done.standing.state, 'transferred')
  })

  it('counts payouts that one person says were not paid, with all else that one person lets go', async () => {
    await openBalance(books.database, merchant, money(50_000n, 'XOF'))
    const [one, two] = [await newStaff(books.database), await newStaff(books.database)]
    const unpaid = async (closedBy: string, transactionId?: TransactionId) => {
      const id = transactionId ?? (await silentPayout(books, merchant))
      return { id, ...(await say(books, { transactionId: id, closedBy }, approvalAbove)) }
    }
    const statusOf = (said: object) => 'status' in said && said.status
    assert.equal(statusOf(await unpaid(one)), 'failed')
    const second = await unpaid(one)
    assert.equal(statusOf(second), 'pending', 'the first of two words')
    assert.match(await refusals(unpaid(one, second.id)), /second_approver_required/)
    assert.equal(statusOf(await unpaid(two, second.id)), 'failed')
    assert.equal(((await refunded(900n, one)) as { status: string }).status, 'pending')
    const made = await silentPayout(books, merchant)
    const paid = { transactionId: made, verdict: 'paid', closedBy: one } as const
    assert.equal(statusOf(await say(books, paid, approvalAbove)), 'succeeded', 'gives nothing back')
  })

  it('counts transfers that one person says the bank did not make: above the limit two say so', async () => {
    const [one, two] = [await newStaff(books.database), await newStaff(books.database)]
    const reject = (transactionId: TransactionId, staffId: StaffMemberId) =>
      actOnTransfer(
        books,
        { transactionId, staffId, kind: 'reject', reason: 'Non faite' },
        approvalAbove,
      )
    const taken = async (isLarge = false) => {
      await openBalance(books.database, merchant, money(50_000n, 'XOF'))
      const transactionId = await acceptPayoutOne(books, merchant, { isTransfer: true })
      if (isLarge)
        await books.rows(
          'update bank_transfer set needs_approval = true where transaction_id = $1',
          transactionId,
        )
      await actOnTransfer(books, { transactionId, staffId: one, kind: 'take' }, approvalAbove)
      return transactionId
    }
    const [alone, second, large] = [await taken(), await taken(), await taken(true)]
    assert.equal((await reject(alone, one)).standing.state, 'rejected')
    for (const id of [second, large]) {
      const { standing, refusal } = await reject(id, one)
      assert.deepEqual([standing.state, refusal], ['in_progress', undefined], 'the first of two')
      assert.equal((await reject(id, one)).refusal, 'second_approver_required')
      const [kept] = await books.rows<{ reason: string | null }>(
        'select rejection_reason as reason from bank_transfer where transaction_id = $1',
        id,
      )
      assert.equal(kept?.reason, null)
      assert.deepEqual(
        (await listDoneActs(books.database, id)).map(({ kind }) => kind),
        ['take'],
        'its merchant reads of no refusal',
      )
      assert.equal((await reject(id, two)).standing.state, 'rejected')
      assert.deepEqual(
        (await listDoneActs(books.database, id)).map(({ kind }) => kind),
        ['take', 'reject'],
      )
    }
    assert.equal(((await refunded(900n, one)) as { status: string }).status, 'pending')
  })

  it('reads of the transfers none but those of a day', async () => {
    const { transactionId } = await transferred(asId<StaffMemberId>(await newStaff(books.database)))
    await books.rows(
      `insert into transfer_act (id, transaction_id, kind, created_at, done_at, staff_id)
       select gen_random_uuid(), transaction_id, 'take', made, made, staff_id
       from transfer_act, generate_series(1, 20000) n, lateral (select now() - n * interval '1 hour' as made) as at
       where transaction_id = $1 and kind = 'take'`,
      transactionId,
    )
    await books.rows('analyze transfer_act')
    const plans: string[] = []
    const explaining = {
      run: async () => 0,
      only: async (query: Query<unknown>) => {
        const { text, values } = statementOf(query)
        plans.push(JSON.stringify(await books.rows(`explain ${text}`, ...values)))
        return { payee: 0n, merchant: 0n, person: 0n }
      },
    } as unknown as Sql
    await isTooMuchAlone(explaining, { transactionId, amount: 1n, approver: '', above: 1n })
    assert.match(plans.join(), /transfer_act_made/)
    assert.doesNotMatch(plans.join(), /Seq Scan on transfer_act/)
  })

  it('lets two at once not both pass, and forgets what is older than a day', async () => {
    const person = await newStaff(books.database)
    const both = await Promise.all([refunded(900n, person), refunded(900n, person)])
    const statuses = both.map((each) => ('status' in each ? each.status : ''))
    assert.deepEqual(statuses.toSorted(), ['approved', 'pending'])
    const later = await newStaff(books.database)
    const another = await createMerchant(books, { mode: 'live' })
    await refunded(900n, later, another)
    await books.rows('alter table refund_act disable trigger refund_act_is_applied_once')
    await books.rows(
      `update refund_act set applied_at = applied_at - interval '25 hours' where acted_by = $1`,
      later,
    )
    await books.rows('alter table refund_act enable trigger refund_act_is_applied_once')
    const next = await refunded(900n, later, another)
    assert.equal('status' in next && next.status, 'approved')
  })
})
