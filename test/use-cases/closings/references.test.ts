import assert from 'node:assert/strict'
import { applyClosing } from '#use-cases/closings/apply.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { claimRefund, flagRefund } from '#use-cases/refunds/sent.ts'
import type { TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { freshReference } from '#test/support/statements.ts'
import { createMerchant, givenBooks } from '#test/support/books.ts'
import { givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { act, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { say, silentPayout, write } from './closings.ts'

const used = { refused: 'operator_reference_used' }

describe('the operator’s reference in a verdict of staff', () => {
  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books))
  beforeEach(async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
  })
  booksHoldAfterEach(() => books.database)

  const silent = () => silentPayout(books, merchant)

  async function silentRefund() {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 1000n })
    await act(books, { refundId, act: 'approve' })
    await claimRefund(books.database, refundId)
    await flagRefund(books.database, refundId, 1)
    return { transactionId, refundId }
  }

  /** Words of people who have not seen that another order has the reference. */
  const unseen = (subject: { readonly transactionId: TransactionId }, operatorReference: string) =>
    ({ ...subject, operatorReference, mayShareReference: false }) as const

  it('ends one of two orders that are closed with it at once; the other once somebody has seen that it is', async () => {
    for (const verdict of ['paid', 'not_paid'] as const) {
      const subjects = [{ transactionId: await silent() }, await silentRefund()]
      const reference = freshReference()
      const acts = await Promise.all(
        subjects.map((subject) => write(books, { ...unseen(subject, reference), verdict })),
      )
      const ends = await Promise.all(
        acts.map((actId) =>
          applyClosing(books.database, books.outbox, { actId, approvalAbove: 10n ** 12n }),
        ),
      )
      const refused = ends.findIndex((end) => 'refused' in end)
      assert.deepEqual(ends[refused], used)
      assert.equal(ends.filter((end) => 'status' in end).length, 1, verdict)
      const [other] = subjects.splice(refused, 1)
      assert.ok(other)
      const seen = { ...unseen(other, reference), verdict, mayShareReference: true }
      assert.ok('status' in (await say(books, seen)))
    }
  })

  it('is compared whatever its case and spaces, with what was typed of other orders too, the first of two words included', async () => {
    const reference = `${freshReference()}ab`
    const first = unseen({ transactionId: await silent() }, ` ${reference.toUpperCase()}`)
    assert.deepEqual(await say(books, { ...first, approvalsNeeded: 2 }), { status: 'pending' })
    const spaced = `${reference.slice(0, 3)}\u00A0${reference.slice(3)}\u200B `
    for (const typed of [reference, reference.toUpperCase(), spaced]) {
      const payout = unseen({ transactionId: await silent() }, typed)
      assert.deepEqual(await say(books, payout), used, typed)
      assert.deepEqual(await say(books, { ...payout, verdict: 'paid' }), used, typed)
      assert.deepEqual(await say(books, unseen(await silentRefund(), typed)), used, typed)
    }
    const second = { ...first, operatorReference: `${reference} `, approvalsNeeded: 2 } as const
    assert.deepEqual(await say(books, second), { status: 'failed' }, 'two who say the same')
    assert.deepEqual(await say(books, unseen({ transactionId: await silent() }, spaced)), used)
  })

  it('may be typed of one order again and again, and of an order of another operator or mode', async () => {
    const reference = freshReference()
    const order = unseen({ transactionId: await silent() }, reference)
    assert.deepEqual(await say(books, { ...order, approvalsNeeded: 2 }), { status: 'pending' })
    assert.deepEqual(await say(books, { ...order, approvalsNeeded: 2 }), { status: 'failed' })
    const live = await createMerchant(books, { mode: 'live' })
    await openBalance(books.database, live, money(100_000n, 'XOF'))
    const elsewhere = unseen({ transactionId: await silentPayout(books, live) }, reference)
    assert.deepEqual(await say(books, elsewhere), { status: 'failed' })
  })

  it('of a word that did not count is nobody’s', async () => {
    const reference = freshReference()
    await write(books, unseen({ transactionId: await silent() }, reference))
    const order = unseen({ transactionId: await silent() }, reference)
    assert.deepEqual(await say(books, order), { status: 'failed' })
  })
})
