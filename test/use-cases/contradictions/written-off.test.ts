import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { findContradiction } from '#use-cases/contradictions/find.ts'
import { requestLateRefund } from '#use-cases/late-outcomes/desk-acts.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { claimRefund } from '#use-cases/refunds/sent.ts'
import { createMerchant } from '#test/support/books.ts'
import { refusalCode } from '#test/support/outcome.ts'
import {
  act,
  balancesOf,
  fundsAct,
  lateDebit,
  paidCollection,
  payBack,
  refundOf,
  refused,
  settle,
  succeeded,
} from '#test/use-cases/refunds/refunds.ts'
import {
  contradictedLateRefund,
  contradictedPayout,
  paymentTakenBack,
  givenSettling,
} from './contradictions.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

describe('what the service bears of a contradiction', () => {
  const { books, merchant, afi, luc, settling, settleByTwo, moved } = givenSettling()

  /** The operator says it of a payment, or of a refund of it. */
  const says = async (
    said: 'paid' | 'not_paid',
    transactionId: TransactionId,
    refundId: RefundId | null = null,
  ) => assert.ok(await operatorSays(books, { transactionId, refundId }, said))

  const refunded = async (amount: bigint, outcome = succeeded) => {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount })
    await payBack(books, refundId, outcome)
    return { transactionId, refundId }
  }

  const all = async () =>
    Object.values(await balancesOf(books, merchant)).reduce((sum, one) => sum + one, 0)

  it('is what a refund took from the merchant before the payment was taken back: not taken twice', async () => {
    const { transactionId } = await refunded(700n)
    await says('not_paid', transactionId)
    await settleByTwo(transactionId)
    assert.deepEqual(await moved(transactionId), {
      contradicted: 1000,
      available: -300,
      written_off: -700,
    })
    assert.equal(await all(), 100_000)
  })

  it('is known once no refund of the payment is under way any more', async () => {
    for (const [outcome, available] of [
      [succeeded, undefined],
      [refused, -1000],
    ] as const) {
      const transactionId = await paidCollection(books, merchant)
      const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 1000n })
      await act(books, { refundId, act: 'approve' })
      await claimRefund(books.database, refundId)
      await says('not_paid', transactionId)
      assert.equal(await refusalCode(settling.ask(afi, transactionId)), 'action_not_allowed')
      await settle(books, refundId, outcome)
      await settleByTwo(transactionId)
      assert.equal((await moved(transactionId))['available'], available)
      assert.equal(await all(), 100_000, outcome.status)
    }
  })

  it('is less by what is owed of such a refund afterwards: the loss is made good first', async () => {
    const { transactionId, refundId } = await refunded(700n)
    await says('not_paid', transactionId)
    await settleByTwo(transactionId)
    await says('not_paid', transactionId, refundId)
    await settleByTwo(refundId)
    assert.deepEqual(await moved(refundId), { contradicted: -700, written_off: 700 })
    assert.equal(await all(), 100_000)
  })

  it('is the rest of a refund paid after all, whichever of the two is settled first', async () => {
    for (const isPaymentFirst of [true, false]) {
      const { transactionId, refundId } = await refunded(1000n, refused)
      await says('paid', transactionId, refundId)
      await says('not_paid', transactionId)
      const order = [transactionId, refundId] as const
      for (const id of isPaymentFirst ? order : order.toReversed()) await settleByTwo(id)
      assert.equal(await all(), 100_000, `${isPaymentFirst}`)
    }
  })

  it('is what a payer of a late debit was given twice: what is kept for others is not touched', async () => {
    const id = await contradictedLateRefund(books)
    const { transactionId } = await readRefund(books.database, id)
    await settleByTwo(id)
    assert.deepEqual(await moved(id), { contradicted: 1020, to_refund: -1020 })
    const paid = await lateDebit(books)
    const ask = async () =>
      (
        await requestLateRefund(books.database, books.outbox, {
          id: asId<RefundId>(randomUUID()),
          transactionId: paid,
          reason: 'débit tardif',
          requestedBy: afi.id,
          approvalAbove: 1_000_000n,
        })
      ).id
    const first = await ask()
    await payBack(books, first, refused)
    await payBack(books, await ask(), succeeded)
    await says('paid', paid, first)
    await settleByTwo(first)
    assert.deepEqual(await moved(first), { contradicted: 1020, written_off: -1020 })
    assert.notEqual(transactionId, paid)
  })

  it('is not what staff withheld of the payment: that is what is recovered', async () => {
    for (const end of ['withhold', 'release'] as const) {
      const transactionId = await paymentTakenBack(books, merchant)
      await fundsAct(books, { transactionId, act: 'hold' })
      if (end === 'withhold') await fundsAct(books, { transactionId, act: end })
      await settleByTwo(transactionId)
      const from = end === 'withhold' ? 'withheld' : 'held'
      assert.deepEqual(await moved(transactionId), { contradicted: 1000, [from]: -1000 })
      if (end === 'release') await fundsAct(books, { transactionId, act: end })
      assert.deepEqual(await balancesOf(books, merchant), { available: 100_000 })
    }
  })

  it('is not what lies withheld of a payment whose failed refund was paid after all: it is taken from there', async () => {
    for (const end of ['withhold', 'release'] as const) {
      const transactionId = await paidCollection(books, merchant, { funds: 'held' })
      const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 700n })
      await payBack(books, refundId, refused)
      if (end === 'withhold') await fundsAct(books, { transactionId, act: end })
      await says('paid', transactionId, refundId)
      await settleByTwo(refundId)
      const from = end === 'withhold' ? 'withheld' : 'held'
      assert.deepEqual(await moved(refundId), { contradicted: 700, [from]: -700 })
      if (end === 'release') await fundsAct(books, { transactionId, act: end })
    }
    assert.deepEqual(await balancesOf(books, merchant), { available: 100_300, withheld: 300 })
  })

  it('leaves nothing of the payment to be held once it is recovered', async () => {
    const transactionId = await paymentTakenBack(books, merchant)
    await settleByTwo(transactionId)
    assert.deepEqual(await fundsAct(books, { transactionId, act: 'hold' }), {
      refused: 'action_not_allowed',
    })
  })

  it('is what two supervisors write off: all, or what the balance does not cover', async () => {
    const spent = await createMerchant(books)
    await openBalance(books.database, spent, money(1420n, 'XOF'))
    for (const writtenOff of [1000, 600]) {
      const id = await contradictedPayout(books, spent)
      const before = await balancesOf(books, spent)
      await settleByTwo(id, { written_off: writtenOff })
      const taken = 1000 - writtenOff
      assert.deepEqual(await moved(id), {
        contradicted: 1000,
        written_off: -writtenOff,
        ...(taken > 0 && { available: -taken }),
      })
      const after = await balancesOf(books, spent)
      assert.equal((before['available'] ?? 0) - (after['available'] ?? 0), taken)
      const { isOpen, settlements } = await findContradiction(books.database, id)
      assert.deepEqual([isOpen, settlements.at(-1)?.written_off], [false, writtenOff])
    }
  })

  it('is never more than what is open, nor anything of what is owed to the merchant', async () => {
    const id = await contradictedPayout(books, merchant)
    const refusal = settling.ask(afi, id, { written_off: 1001 })
    await assert.rejects(refusal, {
      code: 'written_off_out_of_range',
      details: { min_amount: 0, max_amount: 1000, currency: 'XOF' },
    })
    const owed = await contradictedPayout(books, merchant, 'paid')
    assert.equal(
      await refusalCode(settling.ask(afi, owed, { written_off: 1 })),
      'written_off_out_of_range',
    )
    const { transactionId } = await refunded(700n)
    await says('not_paid', transactionId)
    assert.equal(
      await refusalCode(settling.ask(afi, transactionId, { written_off: 699 })),
      'written_off_out_of_range',
    )
    await settleByTwo(transactionId, { written_off: 701 })
    assert.equal((await moved(transactionId))['available'], -299)
  })

  it('is asked for anew if a refund was contradicted between the request and its approval', async () => {
    const { transactionId, refundId } = await refunded(1000n, refused)
    await says('not_paid', transactionId)
    await settling.ask(afi, transactionId)
    await says('paid', transactionId, refundId)
    await settleByTwo(refundId)
    assert.equal(await refusalCode(settling.approve(luc, transactionId)), 'action_not_allowed')
    await settling.refuse(luc, transactionId)
    await settleByTwo(transactionId)
    assert.equal(await all(), 100_000)
  })
})
