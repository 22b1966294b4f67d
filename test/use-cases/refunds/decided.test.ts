import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { applyRefundAct } from '#use-cases/refunds/apply-act.ts'
import { writeRefundAct } from '#use-cases/refunds/orders.ts'
import { claimRefund, releaseRefund } from '#use-cases/refunds/sent.ts'
import { requestLateRefund } from '#use-cases/late-outcomes/desk-acts.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import {
  type ActId,
  asId,
  type RefundId,
  type StaffMemberId,
  type TransactionId,
} from '#domain/ids.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { acceptOne, createMerchant, openBooks } from '#test/support/books.ts'
import { refusalCode, tallyOf } from '#test/support/outcome.ts'
import { expired } from '#test/support/ends.ts'
import { createMerchant as createAccount, createPortalUser } from '#test/support/people.ts'
import {
  act,
  balancesOf,
  paidCollection,
  payBack,
  refundOf,
  refused,
  settle,
  succeeded,
} from './refunds.ts'

describe('orders about refunds, late debits and ends in the books', () => {
  const books = given(() => openBooks(20))
  const merchant = givenEach(() => createMerchant(books))
  booksHoldAfterEach(() => books.database)

  it('above the threshold a second, different member of the staff must approve', async () => {
    const transactionId = await paidCollection(books, merchant)
    const wish = { transactionId, amount: 500n, approvalAbove: 499n }
    const { id: refundId } = await refundOf(books, merchant, wish)
    const first = randomUUID()
    const approve = (actedBy: string) => act(books, { refundId, act: 'approve', actedBy })
    assert.deepEqual(await approve(first), { status: 'pending' })
    assert.deepEqual(await approve(first), { refused: 'second_approver_required' })
    assert.equal(await claimRefund(books.database, refundId), undefined, 'nothing leaves yet')
    assert.deepEqual(await approve(randomUUID()), { status: 'approved' })
    const at = await refundOf(books, merchant, { ...wish, amount: 499n })
    const alone = await act(books, { refundId: at.id, act: 'approve' })
    assert.deepEqual(alone, { status: 'approved' }, 'at the threshold one is enough')
  })

  it('the merchant’s own people approve in sandbox alone, whatever the amount; the database knows it too', async () => {
    const { database, outbox } = books
    const merchantId = await createAccount(database)
    const { id: person } = await createPortalUser(database, { merchantId })
    const approvedBy = async (mode: Mode) => {
      const shop = await createMerchant(books, { mode })
      const transactionId = await paidCollection(books, shop)
      const wish = { transactionId, amount: 500n, approvalAbove: 499n }
      const { id: refundId } = await refundOf(books, shop, wish)
      const actId = asId<ActId>(randomUUID())
      const order = { actId, refundId, act: 'approve', actedBy: person } as const
      await writeRefundAct(database, { ...order, reason: null })
      const result = await applyRefundAct(database, outbox, { actId, approvalAbove: 499n })
      return { refundId, result }
    }
    const sandbox = await approvedBy('sandbox')
    assert.deepEqual(sandbox.result, { status: 'approved' })
    assert.ok(await claimRefund(books.database, sandbox.refundId))
    const live = await approvedBy('live')
    assert.deepEqual(live.result, { refused: 'action_not_allowed' })
    assert.equal(await claimRefund(books.database, live.refundId), undefined)
    const approve = (columns: string) =>
      books.rows(`update refund set status = 'approved', ${columns} where id = $1`, live.refundId)
    await assert.rejects(approve('approved_in_sandbox = true'), /refund_is_of_sandbox/)
    await assert.rejects(approve('approvals_needed = 2'), /refund_paid_after_approval/)
  })

  it('an act applied twice is applied once', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 500n })
    const order = {
      refundId,
      act: 'cancel',
      actId: asId<ActId>(randomUUID()),
      actedBy: randomUUID(),
    } as const
    const results = await Promise.all(Array.from({ length: 5 }, () => act(books, order)))
    assert.deepEqual(results, Array(5).fill({ status: 'cancelled' }))
    assert.deepEqual(await balancesOf(books, merchant), { available: 1000 })
    const other = act(books, { ...order, act: 'approve' })
    assert.equal(await refusalCode(other), 'idempotency_conflict')
  })

  it('50 races of approval and cancellation each have one winner, and the money agrees', async function () {
    this.timeout(60_000)
    const winners = new Set<string>()
    for (let race = 0; race < 50; race += 1) {
      const shop = await createMerchant(books)
      const transactionId = await paidCollection(books, shop)
      const { id: refundId } = await refundOf(books, shop, { transactionId, amount: 500n })
      const acts =
        race % 2 === 0 ? (['approve', 'cancel'] as const) : (['cancel', 'approve'] as const)
      const results = await Promise.all(acts.map((name) => act(books, { refundId, act: name })))
      const won = results.flatMap((result) => ('status' in result ? [result.status] : []))
      assert.equal(won.length, 1, JSON.stringify(results))
      const isCancelled = won[0] === 'cancelled'
      const expected = isCancelled ? { available: 1000 } : { available: 500, reserved: 500 }
      assert.deepEqual(await balancesOf(books, shop), expected)
      winners.add(won[0] ?? '')
    }
    assert.equal(winners.size, 2, 'both sides win some races, or these are none')
  })

  it('what was debited after the end is given back whole by staff, and no account of the merchant moves', async () => {
    const transactionId = await lateCollection()
    const ofMerchant = refundOf(books, merchant, { transactionId, amount: 100n })
    assert.equal(await refusalCode(ofMerchant), 'refund_not_allowed')
    const works = Array.from({ length: 5 }, () => lateRefund(transactionId))
    assert.deepEqual(await tallyOf(works), { done: 1, refund_not_allowed: 4 })
    const [first] = await books.rows<{ id: RefundId }>(
      'select id from refund where transaction_id = $1',
      transactionId,
    )
    assert.ok(first)
    await payBack(books, first.id, refused)
    const second = await lateRefund(transactionId)
    assert.deepEqual([second.origin, second.amount.minor], ['service', 1020n])
    await payBack(books, second.id, succeeded)
    assert.deepEqual(await balancesOf(books, merchant), {})
    const shown = await readTransaction(books.database, transactionId)
    assert.deepEqual([shown.status, shown.refunded.minor], ['expired', 1020n])
    const [kept] = await books.rows<{ kept: string }>(
      `select coalesce(sum(e.amount), 0)::text as kept from ledger_entry e join ledger_account a on a.id = e.account_id
         join ledger_movement m on m.id = e.movement_id
       where a.kind in ('to_refund', 'operator_clearing') and m.transaction_id = $1`,
      transactionId,
    )
    assert.equal(kept?.kept, '0')
  })

  it('a payment without a late debit has nothing that staff could give back', async () => {
    const transactionId = await paidCollection(books, merchant)
    assert.equal(await refusalCode(lateRefund(transactionId)), 'refund_not_allowed')
    const nobodys = asId<TransactionId>(randomUUID())
    assert.equal(await refusalCode(lateRefund(nobodys)), 'transaction_not_found')
  })

  it('one caller may send; after a release one may again', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id } = await refundOf(books, merchant, { transactionId, amount: 100n })
    await act(books, { refundId: id, act: 'approve' })
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => claimRefund(books.database, id)),
    )
    const [sentAt, ...others] = claims.filter((claim) => claim !== undefined)
    assert.ok(sentAt)
    assert.deepEqual(others, [])
    await releaseRefund(books.database, id, new Date(sentAt.getTime() - 1))
    assert.equal(await claimRefund(books.database, id), undefined, 'that was another send')
    await releaseRefund(books.database, id, sentAt)
    assert.ok(await claimRefund(books.database, id))
  })

  it('settled twice and at once, a refund has one end', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id } = await refundOf(books, merchant, { transactionId, amount: 100n })
    await act(books, { refundId: id, act: 'approve' })
    await claimRefund(books.database, id)
    const ends = await Promise.all(
      [succeeded, refused, succeeded, refused].map((outcome) => settle(books, id, outcome)),
    )
    assert.equal(new Set(ends).size, 1)
  })

  it('the database refuses every move that the table does not have', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id } = await refundOf(books, merchant, { transactionId, amount: 10n })
    const statements = [
      ...(['processing', 'succeeded', 'failed'] as const).map(moveTo),
      'update refund set amount = 5 where id = $1',
      'delete from refund where id = $1',
      // Nobody has approved it.
      `update refund set status = 'approved' where id = $1`,
    ]
    for (const statement of statements) {
      await assert.rejects(books.rows(statement, id), Error, statement)
    }
    await act(books, { refundId: id, act: 'cancel' })
    for (const status of ['pending', 'approved', 'succeeded', 'rejected'] as const) {
      await assert.rejects(books.rows(moveTo(status), id), /for good/)
    }
    const tooMuch = `insert into refund (id, service_env_id, transaction_id, amount, currency, origin, provider,
        operator_request_id, requested_by, approvals_needed)
      select gen_random_uuid(), service_env_id, transaction_id, 1021, currency, origin, provider, gen_random_uuid(),
        requested_by, 1 from refund where id = $1`
    await assert.rejects(books.rows(tooMuch, id), /refund_within_payment/)
  })

  const moveTo = (status: RefundStatus) =>
    `update refund set status = '${status}', completed_at = case when '${status}' in ('succeeded', 'failed', 'rejected')
       then now() end, failure_code = case when '${status}' = 'failed' then 'x' end where id = $1`

  async function lateCollection(): Promise<TransactionId> {
    const transactionId = await acceptOne(books, merchant)
    await settleTransaction(books.database, books.outbox, { transactionId, outcome: expired })
    await bookLateOutcome(books.database, transactionId, 'late-1')
    return transactionId
  }

  function lateRefund(transactionId: TransactionId) {
    return requestLateRefund(books.database, books.outbox, {
      id: asId<RefundId>(randomUUID()),
      transactionId,
      reason: null,
      requestedBy: asId<StaffMemberId>(randomUUID()),
      approvalAbove: 1_000_000n,
    })
  }
})
