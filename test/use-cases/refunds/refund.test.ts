import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { findRefund, listRefunds, readRefund } from '#use-cases/refunds/find.ts'
import { claimRefund, confirmRefund } from '#use-cases/refunds/sent.ts'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { portalRoles } from '#domain/people/portal-roles.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { acceptOne, createMerchant, type Merchant, openBooks } from '#test/support/books.ts'
import { patiently, refusalCode, tallyOf } from '#test/support/outcome.ts'
import { expired } from '#test/support/ends.ts'
import {
  act,
  balancesOf,
  fundsAct,
  paidCollection,
  payBack,
  refundOf,
  refused,
  settle,
  succeeded,
} from './refunds.ts'

describe('refunds in the books', () => {
  let merchant: Merchant

  const books = given(() => openBooks(20))
  beforeEach(async () => {
    merchant = await createMerchant(books)
  })
  booksHoldAfterEach(() => books.database)

  it('a request reserves the money from available, and a rejection or a cancellation returns it', async () => {
    for (const order of ['reject', 'cancel'] as const) {
      const shop = await createMerchant(books)
      const transactionId = await paidCollection(books, shop)
      const { id, status } = await refundOf(books, shop, { transactionId, amount: 300n })
      assert.equal(status, 'pending')
      assert.deepEqual(await balancesOf(books, shop), { available: 700, reserved: 300 })
      const ended = await act(books, { refundId: id, act: order })
      assert.deepEqual(ended, { status: order === 'reject' ? 'rejected' : 'cancelled' })
      assert.deepEqual(await balancesOf(books, shop), { available: 1000 })
    }
  })

  it('a paid refund leaves the books, and the payment shows what its payer got back', async () => {
    const transactionId = await paidCollection(books, merchant)
    await paidCollection(books, merchant)
    const whole = await refundOf(books, merchant, { transactionId, amount: null })
    assert.equal(whole.amount.minor, 1020n, 'all that was debited')
    await payBack(books, whole.id, succeeded)
    assert.deepEqual(await balancesOf(books, merchant), { available: 980 })
    assert.equal((await readTransaction(books.database, transactionId)).refunded.minor, 1020n)
  })

  it('a refund that failed at the operator returns to the balance', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id } = await refundOf(books, merchant, { transactionId, amount: 400n })
    await payBack(books, id, refused)
    assert.deepEqual(await balancesOf(books, merchant), { available: 1000 })
    assert.equal((await readTransaction(books.database, transactionId)).refunded.minor, 0n)
    const again = await refundOf(books, merchant, { transactionId, amount: 1000n })
    assert.equal(again.status, 'pending', 'what failed may be asked for again')
  })

  it('one that ends without a reference of its operator keeps the one it has', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id } = await refundOf(books, merchant, { transactionId, amount: 400n })
    assert.deepEqual(await act(books, { refundId: id, act: 'approve' }), { status: 'approved' })
    assert.ok(await claimRefund(books.database, id))
    await confirmRefund(books.database, id, 'op-7')
    assert.equal(await settle(books, id, refused), 'failed')
    assert.equal((await readRefund(books.database, id)).providerReference, 'op-7')
  })

  it('of 50 refunds of a tenth at once exactly 10 are accepted', async function () {
    this.timeout(60_000)
    const transactionId = await paidCollection(books, merchant)
    await paidCollection(books, merchant)
    const works = Array.from({ length: 50 }, () =>
      patiently(() => refundOf(books, merchant, { transactionId, amount: 102n })),
    )
    assert.deepEqual(await tallyOf(works), { done: 10, refund_not_allowed: 40 })
    assert.deepEqual(await balancesOf(books, merchant), { available: 980, reserved: 1020 })
  })

  it('refunds of several payments at once never take more than the merchant has', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => paidCollection(books, merchant)))
    const works = ids.map((transactionId) =>
      refundOf(books, merchant, { transactionId, amount: null }),
    )
    assert.deepEqual(await tallyOf(works), { done: 9, insufficient_balance: 1 })
    assert.deepEqual(await balancesOf(books, merchant), { available: 820, reserved: 9180 })
  })

  it('is never more than is left, and says how much that is', async () => {
    const transactionId = await paidCollection(books, merchant)
    await paidCollection(books, merchant)
    await refundOf(books, merchant, { transactionId, amount: 1000n })
    await assert.rejects(refundOf(books, merchant, { transactionId, amount: 21n }), {
      code: 'refund_amount_too_large',
      details: { available: 20, currency: 'XOF' },
    })
    for (const amount of [0n, -5n]) {
      const wrong = refundOf(books, merchant, { transactionId, amount })
      assert.equal(await refusalCode(wrong), 'invalid_amount')
    }
    const rest = await refundOf(books, merchant, { transactionId, amount: null })
    assert.equal(rest.amount.minor, 20n)
    const more = refundOf(books, merchant, { transactionId, amount: null })
    assert.equal(await refusalCode(more), 'refund_not_allowed')
  })

  it('more than the balance is refused, and says what the balance is', async () => {
    const transactionId = await paidCollection(books, merchant)
    await assert.rejects(refundOf(books, merchant, { transactionId, amount: null }), {
      code: 'insufficient_balance',
      details: { available: 1000, currency: 'XOF' },
    })
    assert.deepEqual(await balancesOf(books, merchant), { available: 1000 })
  })

  it('is for the merchant’s own paid collections, in their mode alone', async () => {
    const pending = await acceptOne(books, merchant)
    const failed = await acceptOne(books, merchant)
    await settleTransaction(books.database, books.outbox, {
      transactionId: failed,
      outcome: expired,
    })
    for (const transactionId of [pending, failed]) {
      const refund = refundOf(books, merchant, { transactionId, amount: 100n })
      assert.equal(await refusalCode(refund), 'refund_not_allowed')
    }
    const transactionId = await paidCollection(books, merchant)
    const { serviceId } = merchant
    const live = await createMerchant(books, { serviceId, mode: 'live' })
    for (const other of [live, await createMerchant(books)]) {
      const refund = refundOf(books, other, { transactionId, amount: 100n })
      assert.equal(await refusalCode(refund), 'transaction_not_found')
    }
    const nobodys = asId<TransactionId>(randomUUID())
    const refund = refundOf(books, merchant, { transactionId: nobodys, amount: 100n })
    assert.equal(await refusalCode(refund), 'transaction_not_found')
    const mine = await refundOf(books, merchant, { transactionId, amount: 100n })
    const strange = findRefund(books.database, live.serviceEnvId, mine.id)
    assert.equal(await refusalCode(strange), 'refund_not_found')
  })

  for (const [mode, roles] of [
    ['live', ['developer', 'collaborator', 'cashier']],
    ['sandbox', ['collaborator', 'cashier']],
  ] as const) {
    it(`is asked for by a role that may, and by no other, who leaves nothing behind: ${mode}`, async () => {
      merchant = await createMerchant(books, { mode })
      const transactionId = await paidCollection(books, merchant)
      const before = await writtenOf(transactionId)
      for (const role of roles) {
        const refund = refundOf(books, merchant, { transactionId, amount: 100n, role })
        assert.equal(await refusalCode(refund), 'operation_not_allowed', role)
      }
      assert.deepEqual(await writtenOf(transactionId), before)
      assert.deepEqual(await balancesOf(books, merchant), { available: 1000 })
      const others = portalRoles.filter((role) => !roles.some((refused) => refused === role))
      for (const role of others)
        await refundOf(books, merchant, { transactionId, amount: 100n, role })
      const reserved = 100 * others.length
      assert.deepEqual(await balancesOf(books, merchant), { available: 1000 - reserved, reserved })
    })
  }

  it('is not given again to a role that may not, who sends the same id', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id } = await refundOf(books, merchant, { transactionId, amount: 100n })
    const again = refundOf(books, merchant, {
      transactionId,
      amount: 100n,
      id,
      role: 'collaborator',
    })
    assert.equal(await refusalCode(again), 'operation_not_allowed')
  })

  it('a list shows a merchant’s own, the newest first, a page at a time; staff sees all', async () => {
    const transactionId = await paidCollection(books, merchant)
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) {
      ids.unshift((await refundOf(books, merchant, { transactionId, amount: 10n })).id)
    }
    const { serviceEnvId } = merchant
    const first = await listRefunds(books.database, { serviceEnvId }, { limit: 3 })
    const position = first.at(-1)
    assert.ok(position)
    const rest = await listRefunds(books.database, { serviceEnvId }, { limit: 3, position })
    assert.deepEqual([...first, ...rest].map(({ id }) => id).toSorted(), ids.toSorted())
    const narrowed = { serviceEnvId, statuses: ['approved'], transactionId } as const
    assert.deepEqual(await listRefunds(books.database, narrowed, { limit: 3 }), [])
    const all = await listRefunds(books.database, { serviceEnvId: null }, { limit: 100 })
    assert.ok(all.length > 5 && all.some((refund) => refund.serviceEnvId !== serviceEnvId))
  })

  it('the same id again is the same refund, and for another payment a conflict', async () => {
    const [transactionId, other] = [
      await paidCollection(books, merchant),
      await paidCollection(books, merchant),
    ]
    const id = asId<RefundId>(randomUUID())
    const works = Array.from({ length: 5 }, () =>
      refundOf(books, merchant, { transactionId, amount: 100n, id }),
    )
    assert.deepEqual(await tallyOf(works), { done: 5 })
    assert.deepEqual(await balancesOf(books, merchant), { available: 1900, reserved: 100 })
    const wrong = refundOf(books, merchant, { transactionId: other, amount: 100n, id })
    assert.equal(await refusalCode(wrong), 'idempotency_conflict')
  })

  for (const funds of ['available', 'held', 'pending_confirmation'] as const) {
    it(`takes from where the funds stand (${funds}), and returns there`, async () => {
      merchant = await createMerchant(books, { mode: 'live' })
      const transactionId = await paidCollection(books, merchant, { funds })
      const { id, fundsAmount } = await refundOf(books, merchant, { transactionId, amount: 700n })
      assert.equal(fundsAmount, funds === 'available' ? 0n : 700n)
      assert.deepEqual(await balancesOf(books, merchant), { [funds]: 300, reserved: 700 })
      await payBack(books, id, refused)
      assert.deepEqual(await balancesOf(books, merchant), { [funds]: 1000 })
    })
  }

  it('what is beyond the net comes from available; all of it where the funds are by then', async () => {
    const transactionId = await paidCollection(books, merchant, { funds: 'held' })
    await paidCollection(books, merchant)
    const { id } = await refundOf(books, merchant, { transactionId, amount: null })
    assert.deepEqual(await balancesOf(books, merchant), { available: 980, reserved: 1020 })
    assert.deepEqual(await fundsAct(books, { transactionId, act: 'release' }), {
      status: 'available',
    })
    assert.deepEqual(await balancesOf(books, merchant), { available: 980, reserved: 1020 })
    await payBack(books, id, refused)
    assert.deepEqual(await balancesOf(books, merchant), { available: 2000 })
  })

  it('returned after its funds were withheld, it is withheld as well; no new one is allowed', async () => {
    const transactionId = await paidCollection(books, merchant, { funds: 'held' })
    const { id } = await refundOf(books, merchant, { transactionId, amount: 400n })
    await fundsAct(books, { transactionId, act: 'withhold' })
    assert.deepEqual(await balancesOf(books, merchant), { reserved: 400, withheld: 600 })
    await payBack(books, id, refused)
    assert.deepEqual(await balancesOf(books, merchant), { withheld: 1000 })
    const more = refundOf(books, merchant, { transactionId, amount: 100n })
    assert.equal(await refusalCode(more), 'refund_not_allowed')
  })

  /** How many refunds, events and movements there are of a payment. */
  function writtenOf(transactionId: TransactionId) {
    return books.rows(
      `select (select count(*) from refund where transaction_id = $1) as refunds,
         (select count(*) from event where transaction_id = $1) as events,
         (select count(*) from ledger_movement where transaction_id = $1) as movements`,
      transactionId,
    )
  }
})
