import assert from 'node:assert/strict'
import { contradictClosing } from '#use-cases/closings/contradict.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { listDifferences } from '#use-cases/reconciliation/list-differences.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { ClosingVerdict } from '#domain/closings/closing.ts'
import type { TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { createMerchant, openCheckedBooks } from '#test/support/books.ts'
import { failed } from '#test/support/ends.ts'
import { givenEach } from '#test/support/given.ts'
import {
  endedAt,
  freshReference,
  importOne,
  matchAll,
  namesOf,
  noon,
  reconciled,
  statementOf,
  type ToldLine,
} from '#test/support/statements.ts'
import { mortal } from '#test/states/crashes.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { paidCollection } from '#test/use-cases/refunds/refunds.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

/** More statements than the matching of a short statement sends. */
const momentsMax = 24

describe('a line that was agreed with, of an order that its operator contradicts later', () => {
  const books = givenEach(() => openCheckedBooks())
  const merchant = givenEach(() => createMerchant(books, { mode: 'live' }))
  beforeEach(() => openBalance(books.database, merchant, money(100_000n, 'XOF')))

  const found = async () =>
    (await listDifferences(books.database, { state: 'open', limit: 100 })).map(
      ({ kind, ours, theirs, isConfirmable }) =>
        `${kind} ${ours?.transactionId} ${theirs?.line} ${theirs?.status} ${isConfirmable}`,
    )

  const says = (transactionId: TransactionId, said: ClosingVerdict) =>
    operatorSays(books, { transactionId }, said)

  const told = async (id: TransactionId, line: ToldLine = {}) => ({
    reference: (await namesOf(books.database, id)).reference,
    ...line,
  })

  async function taken(): Promise<TransactionId> {
    const id = await paidCollection(books, merchant)
    await endedAt(books.database, [id])
    return id
  }

  it('is a difference from then on, once: a payment or payout that succeeded, and that failed', async () => {
    const payment = await taken()
    const payout = await acceptPayoutOne(books, merchant)
    await settleTransaction(books.database, books.outbox, {
      transactionId: payout,
      outcome: failed,
    })
    await endedAt(books.database, [payout])
    const lines = [
      await told(payment),
      await told(payout, { kind: 'payout', amount: 1000, status: 'failed' }),
    ]
    assert.deepEqual(await reconciled(books, statementOf(lines)), [])
    assert.ok(await says(payment, 'not_paid'))
    assert.ok(await says(payout, 'paid'))
    assert.deepEqual(await found(), [
      `status_differs ${payment} 2 succeeded false`,
      `status_differs ${payout} 3 failed false`,
    ])
    assert.equal(await says(payment, 'not_paid'), false)
    assert.equal((await found()).length, 2)
  })

  it('is none if a later line says so too, nor is what differed already another one', async () => {
    const [back, differed] = [await taken(), await taken()]
    const late = new Date(noon.getTime() + 3_600_000).toISOString()
    const lines = [
      await told(back),
      await told(back, { status: 'reversed', time: late }),
      await told(differed, { status: 'reversed' }),
      { operator_reference: freshReference(), status: 'failed' },
    ]
    const before = (await reconciled(books, statementOf(lines))).length
    assert.ok(await says(back, 'not_paid'))
    assert.ok(await says(differed, 'not_paid'))
    assert.equal((await found()).length, before)
  })

  it('is a difference whenever that happens while the line is matched', async function () {
    this.timeout(60_000)
    const worker = mortal(books.database)
    for (let moment = 0; moment < momentsMax; moment += 1) {
      const payment = await taken()
      const imported = await importOne(books, statementOf([await told(payment)]))
      assert.ok(imported)
      const closed = { payment: await readTransaction(books.database, payment), refund: null }
      await worker.overtake(
        () => matchAll(worker.database, imported),
        moment,
        () => contradictClosing(worker.database, closed, 'not_paid'),
      )
      const own = (await found()).filter((line) => line.includes(payment))
      assert.equal(own.length, 1, `contradicted before statement ${moment}`)
    }
  })
})
