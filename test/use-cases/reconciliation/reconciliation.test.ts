import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { settleRefund } from '#use-cases/refunds/settle.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { claimRefund } from '#use-cases/refunds/sent.ts'
import { setOperatorAccount } from '#use-cases/operators/set-account.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { listDifferences, type Difference } from '#use-cases/reconciliation/list-differences.ts'
import { readReconciliation } from '#use-cases/reconciliation/find.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { edgeMs } from '#domain/reconciliation/reconciliation.ts'
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
  today,
} from '#test/support/statements.ts'
import { acceptOne, createMerchant, openCheckedBooks } from '#test/support/books.ts'
import { expired, failed } from '#test/support/ends.ts'
import { operatorSays, say, silentPayout } from '#test/use-cases/closings/closings.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { act, refundOf } from '#test/use-cases/refunds/refunds.ts'

describe('a statement against the books', () => {
  const books = givenEach(() => openCheckedBooks())
  const merchant = givenEach(() => createMerchant(books, { mode: 'live' }))

  it('that says what the books say has no difference, by either reference, for every kind of order', async () => {
    const [byOurs, byTheirs] = [await collected(), await collected()]
    const payout = await paidOut()
    const refund = await refunded(await collected())
    const failure = await collected(failed)
    const lines = [
      { reference: (await names(byOurs)).reference.toUpperCase() },
      { operator_reference: (await names(byTheirs)).operator_reference },
      { ...(await names(payout)), kind: 'payout', amount: '1000,00' },
      // An operator to which a refund is a transfer like another.
      { reference: (await names(refund)).reference, kind: 'payout', amount: 400 },
      { reference: (await names(failure)).reference, status: 'failed' },
      ...(await restOf([byOurs, byTheirs, payout, refund, failure])),
    ]
    assert.deepEqual(await reconciled(books, statementOf(lines)), [])
  })

  it('names what is missing here and there, other amounts, other ends, and what it says twice', async () => {
    const [lost, paid, dear] = [await collected(), await collected(), await collected()]
    const late = await collected(expired)
    const open = await acceptOne(books, merchant)
    const back = await collected()
    const stranger = freshReference()
    const lines = [
      await names(paid),
      { ...(await names(dear)), amount: 1030 },
      { reference: (await names(late)).reference },
      { reference: (await names(open)).reference },
      { ...(await names(back)), status: 'reversed' },
      { operator_reference: stranger, kind: 'payout', amount: 5000 },
      { operator_reference: (await names(paid)).operator_reference },
      { operator_reference: stranger, kind: 'payout', amount: 5000 },
    ]
    const found = await reconciled(books, statementOf(lines))
    assert.deepEqual(found.map(briefly), [
      ['amount_differs', 3, dear, '1020 XOF succeeded', '1030 XOF succeeded'],
      ['status_differs', 4, late, '1020 XOF expired', '1020 XOF succeeded'],
      ['status_differs', 5, open, '1020 XOF pending', '1020 XOF succeeded'],
      ['status_differs', 6, back, '1020 XOF succeeded', '1020 XOF reversed'],
      ['missing_here', 7, undefined, undefined, '5000 XOF succeeded'],
      ['duplicate', 8, paid, '1020 XOF succeeded', '1020 XOF succeeded'],
      ['duplicate', 9, undefined, undefined, '5000 XOF succeeded'],
      ['missing_there', undefined, lost, '1020 XOF succeeded', undefined],
    ])
    assert.equal(found[0]?.ours?.merchant.name, found.at(-1)?.ours?.merchant.name)
    const record = await readReconciliation(books.database, found[0]?.reconciliationId ?? none())
    assert.equal(record.state, 'done')
    assert.deepEqual([record.linesTotal, record.linesDone, record.linesAgreed], [8, 8, 1])
    assert.equal(record.openDifferences, 8)
  })

  it('of which two lines name one order by different references says it twice', async () => {
    const { reference, operator_reference: theirs } = await names(await collected())
    const found = await reconciled(
      books,
      statementOf([{ reference }, { operator_reference: theirs }]),
    )
    assert.deepEqual(
      found.map(({ kind, theirs: side }) => [kind, side?.line]),
      [['duplicate', 3]],
    )
  })

  it('knows a debit that came after the end of its payment, which is booked as to be refunded', async () => {
    const late = await collected(expired)
    await bookLateOutcome(books.database, late, 'late-1')
    await ended(late)
    const told = { operator_reference: 'late-1' }
    assert.deepEqual(await reconciled(books, statementOf([told])), [])
    const [missing, ...others] = await reconciled(books, statementOf([]), { kinds: ['collection'] })
    assert.equal(missing, undefined, 'another statement has it')
    assert.deepEqual(others, [])
  })

  it('is agreed with where the operator contradicted the staff’s word: its own word counts here', async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
    const transactionId = await silentPayout(books, merchant)
    await say(books, { transactionId, verdict: 'not_paid' })
    await ended(transactionId)
    const told = { reference: (await names(transactionId)).reference, kind: 'payout', amount: 1000 }
    const [difference] = await reconciled(books, statementOf([told]))
    assert.equal(difference?.kind, 'status_differs')
    await operatorSays(books, { transactionId }, 'paid')
    const again = statementOf([{ ...told, status: 'succeeded' }])
    assert.deepEqual(await reconciled(books, again), [])
  })

  it('lacks only what moved: nothing pending, failed or of a kind it does not list, nothing of sandbox or a bank', async () => {
    await acceptOne(books, merchant)
    await collected(failed)
    const payout = await paidOut()
    const sandbox = await createMerchant(books)
    await collected(undefined, sandbox)
    const found = await reconciled(books, statementOf([]), { kinds: ['payout', 'refund'] })
    assert.deepEqual(
      found.map(({ kind, orderKind, ours }) => [kind, orderKind, ours?.transactionId]),
      [['missing_there', 'payout', payout]],
    )
    assert.deepEqual(await reconciled(books, statementOf([]), { provider: 'moov-benin' }), [])
  })

  it('of a service’s own account lists its orders alone, and the platform’s all others', async () => {
    const own = await createMerchant(books, { mode: 'live' })
    const account = {
      provider: 'mtn-benin',
      baseUrl: 'https://mtn.example',
      targetEnvironment: 'mtnbenin',
      callbackUrl: null,
      collection: { subscriptionKey: randomUUID(), apiUser: randomUUID(), apiKey: randomUUID() },
      disbursement: null,
    } as const
    const [ours, theirs] = [await collected(), await collected(undefined, own)]
    const { serviceEnvId } = own
    await setOperatorAccount(books.database, { serviceEnvId, isMoneyMoved: true }, account)
    assert.deepEqual(ordersOf(await reconciled(books, statementOf([]))), [ours])
    assert.deepEqual(ordersOf(await reconciled(books, statementOf([]), { serviceEnvId })), [theirs])
  })

  it('an order at the edge of a day is expected on that statement or the next, and found on either', async () => {
    const midnight = noon.getTime() - 12 * 3_600_000
    const yesterday = new Date(midnight - 1).toISOString().slice(0, 10)
    const before = { from: yesterday, to: yesterday }
    const [early, atEdge] = [await collected(), await collected()]
    await endedAt(books.database, [early], new Date(midnight - 2 * edgeMs))
    await endedAt(books.database, [atEdge], new Date(midnight - edgeMs / 2))
    const first = await reconciled(books, statementOf([]), { period: before })
    assert.deepEqual(ordersOf(first), [early])
    const second = await reconciled(books, statementOf([]))
    assert.deepEqual(ordersOf(second), [atEdge])
    // The statement of the day before comes after all, and has it: the operator's clock was behind ours.
    const time = new Date(midnight - 1000).toISOString()
    const told = statementOf([{ ...(await names(atEdge)), time }])
    const again = await reconciled(books, told, { period: before })
    assert.deepEqual(ordersOf(again), [early])
    const closed = await listDifferences(books.database, { state: 'closed', limit: 10 })
    assert.deepEqual(
      closed.map(({ id, closed: end }) => [id, end?.foundIn]),
      second.map(({ id }) => [id, again[0]?.reconciliationId]),
    )
  })

  it('is one reconciliation however often it is imported, at once too; another period is another', async () => {
    const csv = statementOf([{ operator_reference: freshReference() }])
    const same = [csv, csv, `\uFEFF${csv.replaceAll('\n', '\r\n')}`, csv.trimEnd()]
    const ids = await Promise.all(same.map((text) => importOne(books, text)))
    assert.equal(new Set(ids).size, 1)
    const [{ lines, starts } = { lines: 0, starts: 0 }] = await books.rows<{
      lines: number
      starts: number
    }>(`select (select count(*)::int from operator_statement_line) as lines,
      (select count(*)::int from outbox where kind = 'reconciliation') as starts`)
    assert.deepEqual([lines, starts], [1, 1])
    for (const other of [{ provider: 'moov-benin' }, { kinds: ['collection'] }] as const)
      assert.notEqual(await importOne(books, csv, other), ids[0])
  })

  it('matched by two workers at once is matched once', async () => {
    const paid = await collected()
    const id = await importOne(books, statementOf([await names(paid), { reference: 'x-1' }]))
    await Promise.all([matchAll(books.database, id), matchAll(books.database, id)])
    const record = await readReconciliation(books.database, id)
    assert.deepEqual([record.linesDone, record.linesAgreed, record.openDifferences], [2, 1, 1])
  })

  it('keeps no number of a payer, and what it said stays', async () => {
    const phone = '2290197000001'
    const [header = '', line = ''] = statementOf([{ reference: 'a-1' }]).split('\n')
    const csv = `${header};Msisdn\n${line};${phone}\n`
    await reconciled(books, csv)
    const [{ text } = { text: '' }] = await books.rows<{ text: string }>(
      `select string_agg(l::text, ' ') || string_agg(r::text, ' ') as text
       from operator_statement_line l, reconciliation r`,
    )
    assert.ok(!text.includes(phone))
    for (const change of [
      'delete from operator_statement_line',
      `update operator_statement_line set amount = 5`,
      `update reconciliation set from_day = from_day - 1`,
      'delete from reconciliation_difference',
      `update reconciliation_difference set kind = 'duplicate'`,
    ])
      await assert.rejects(books.rows(change), /stays/, change)
  })

  /** A collection of 1020 XOF that ended at noon. */
  async function collected(end?: Outcome, of = merchant): Promise<TransactionId> {
    const transactionId = await acceptOne(books, of)
    const success = { status: 'succeeded', providerReference: freshReference() } as const
    const outcome = end ?? success
    await settleTransaction(books.database, books.outbox, { transactionId, outcome })
    await ended(transactionId)
    return transactionId
  }

  /** A payout of 1000 XOF with its fee of 20. */
  async function paidOut(): Promise<TransactionId> {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
    const transactionId = await acceptPayoutOne(books, merchant)
    const outcome = { status: 'succeeded', providerReference: freshReference() } as const
    await settleTransaction(books.database, books.outbox, { transactionId, outcome })
    await ended(transactionId)
    return transactionId
  }

  /** A refund of 400 XOF of this payment. */
  async function refunded(transactionId: TransactionId): Promise<RefundId> {
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 400n })
    await act(books, { refundId, act: 'approve' })
    await claimRefund(books.database, refundId)
    const outcome = { status: 'succeeded', providerReference: freshReference() } as const
    await settleRefund(books.database, books.outbox, { refundId, outcome })
    await ended(refundId)
    return refundId
  }

  const ended = (id: string) => endedAt(books.database, [id])
  const names = (id: string) => namesOf(books.database, id)

  /** Lines for all else that moved. */
  async function restOf(ids: readonly string[]) {
    return books.rows<{ reference: string }>(
      `select operator_request_id::text as reference from operator_order
       where standing = 'moved' and id <> all($1::uuid[])`,
      ids,
    )
  }
})

function briefly({ kind, theirs, ours }: Difference) {
  const side = (told: { amount: { minor: bigint; currency: string }; status: string } | null) =>
    told ? `${told.amount.minor} ${told.amount.currency} ${told.status}` : undefined
  return [kind, theirs?.line, ours?.transactionId, side(ours), side(theirs)]
}

function ordersOf(differences: readonly Difference[]) {
  return differences.map(({ ours }) => ours?.transactionId)
}

function none(): never {
  throw new Error(`nothing differs on ${today}`)
}
