import assert from 'node:assert/strict'
import type { OrderState } from '#activities/operators/operator.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { claimRefund } from '#use-cases/refunds/sent.ts'
import { settleRefund } from '#use-cases/refunds/settle.ts'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { failed } from '#test/support/ends.ts'
import { givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import {
  endedAt,
  freshReference,
  namesOf,
  reconciled,
  statementOf,
  type ToldLine,
} from '#test/support/statements.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { act, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { paid, refusedByPayer } from '#test/workflows/scripted-operator.ts'
import { lookLate } from '#test/use-cases/late-outcomes/called-back.ts'

type OrderId = TransactionId | RefundId

describe('a statement that denies how an order ended by its operator’s own answer', () => {
  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books, { mode: 'live' }))
  beforeEach(async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
  })
  booksHoldAfterEach(() => books.database)

  const success = () => ({ status: 'succeeded', providerReference: freshReference() }) as const

  async function collected(): Promise<TransactionId> {
    const transactionId = await acceptOne(books, merchant)
    await settleTransaction(books.database, books.outbox, { transactionId, outcome: success() })
    await endedAt(books.database, [transactionId])
    return transactionId
  }

  async function payout(outcome: Outcome): Promise<TransactionId> {
    const transactionId = await acceptPayoutOne(books, merchant)
    await claimRequest(books.database, transactionId)
    await settleTransaction(books.database, books.outbox, { transactionId, outcome })
    await endedAt(books.database, [transactionId])
    return transactionId
  }

  async function refund(outcome: Outcome) {
    const transactionId = await collected()
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 400n })
    await act(books, { refundId, act: 'approve' })
    await claimRefund(books.database, refundId)
    await settleRefund(books.database, books.outbox, { refundId, outcome })
    await endedAt(books.database, [refundId])
    return { refundId, transactionId }
  }

  /** A statement with this line about an order. */
  async function told(id: OrderId, line: ToldLine): Promise<void> {
    const { reference } = await namesOf(books.database, id)
    await reconciled(books, statementOf([{ reference, ...line }]))
  }

  /** Whether its operator is asked again. */
  async function isWatched(id: OrderId): Promise<boolean> {
    const watches = await books.rows(
      `select from late_watch where coalesce(refund_id, transaction_id) = $1 and closed_at is null`,
      id,
    )
    const signals = await books.rows(
      `select from outbox where subject_id = $1 and signal = 'operatorAnswered'
       and kind in ('late-answer', 'late-refund-answer')`,
      id,
    )
    assert.equal(watches.length, signals.length)
    return watches.length > 0
  }

  /** What the operator answers, and what the account of contradictions holds of the order then. */
  async function asked(
    state: OrderState,
    order: Parameters<typeof lookLate>[2],
  ): Promise<string | undefined> {
    assert.deepEqual(await lookLate(books, state, order), { state: 'closed' })
    const [open] = await books.rows<{ open: string }>(
      'select open::text from contradiction where id = $1',
      'refundId' in order ? order.refundId : order.transactionId,
    )
    return open?.open
  }

  it('has its operator asked again of a payment, payout or refund that it says came back', async () => {
    const transactionId = await collected()
    await told(transactionId, { status: 'reversed' })
    assert.equal(await isWatched(transactionId), true)
    assert.equal(await asked(refusedByPayer, { transactionId }), '-1000')

    const payoutId = await payout(success())
    await told(payoutId, { kind: 'payout', amount: 1000, status: 'failed' })
    assert.equal(await isWatched(payoutId), true)
    assert.equal(await asked(refusedByPayer, { transactionId: payoutId }), '1020')

    const { refundId } = await refund(success())
    await told(refundId, { kind: 'refund', amount: 400, status: 'reversed' })
    assert.equal(await isWatched(refundId), true)
    assert.equal(await asked(refusedByPayer, { refundId }), '400')
  })

  it('and of a payout or refund that it says was paid', async () => {
    const payoutId = await payout(failed)
    await told(payoutId, { kind: 'payout', amount: 1000 })
    assert.equal(await isWatched(payoutId), true)
    assert.equal(await asked(paid, { transactionId: payoutId }), '-1000')

    const { refundId } = await refund(failed)
    await told(refundId, { kind: 'refund', amount: 400 })
    assert.equal(await isWatched(refundId), true)
    assert.equal(await asked(paid, { refundId }), '-400')
  })

  it('books nothing by itself, and has nobody asked of what agrees, is open, or was contradicted before', async () => {
    const [agreed, denied] = [await collected(), await collected()]
    await told(agreed, {})
    assert.equal(await isWatched(agreed), false)
    await told(denied, { status: 'reversed' })
    assert.equal(
      await asked(paid, { transactionId: denied }),
      undefined,
      'it was paid all the same',
    )
    const open = await acceptPayoutOne(books, merchant)
    await told(open, { kind: 'payout', amount: 1000 })
    assert.equal(await isWatched(open), false)
    const known = await payout(success())
    await told(known, { kind: 'payout', amount: 1000, status: 'reversed' })
    assert.equal(await asked(refusedByPayer, { transactionId: known }), '1020')
    await told(known, { kind: 'payout', amount: 1000, time: new Date().toISOString() })
    const [watch] = await books.rows<{ isOpen: boolean }>(
      'select closed_at is null as "isOpen" from late_watch where transaction_id = $1',
      known,
    )
    assert.deepEqual(watch, { isOpen: false }, 'a second change of mind is for people')
  })
})
