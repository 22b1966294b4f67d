import assert from 'node:assert/strict'
import type { TransactionId } from '#domain/ids.ts'
import { readReconciliation } from '#use-cases/reconciliation/find.ts'
import { givenEach } from '#test/support/given.ts'
import { openCheckedBooks } from '#test/support/books.ts'
import {
  freshReference,
  importOne,
  matchAll,
  namesOf,
  noon,
  paidToday,
  reconciled,
  statementOf,
  type ToldLine,
} from '#test/support/statements.ts'

describe('an order that two statements have', () => {
  const books = givenEach(() => openCheckedBooks())
  const period = (() => {
    const day = new Date(noon.getTime() - 86_400_000).toISOString().slice(0, 10)
    return { from: day, to: day }
  })()
  const yesterday = new Date(noon.getTime() - 86_400_000).toISOString()

  /** A statement of the day before with this line, then one of today with the other; the differences of the second. */
  async function second(first: ToldLine, then: ToldLine) {
    const before = statementOf([{ ...first, time: yesterday }])
    await reconciled(books, before, { period })
    const found = await reconciled(books, statementOf([then]))
    return found.map(({ kind, theirs, ours }) => [kind, theirs?.line, ours?.transactionId])
  }

  const ours = async (id: TransactionId) => (await namesOf(books.database, id)).reference

  it('under two references of the operator moved twice, once on each', async () => {
    const paid = await paidToday(books.database)
    const reference = await ours(paid)
    const [one, other] = [freshReference(), freshReference()]
    assert.deepEqual(
      await second(
        { reference, operator_reference: one },
        { reference, operator_reference: other },
      ),
      [['duplicate', 2, paid]],
    )
  })

  it('under one reference, or none, is the same movement, however it is written', async () => {
    for (const [one, other] of [
      ['MP-12a', 'mp-12A'],
      [undefined, 'MP-13'],
      ['MP-14', undefined],
    ]) {
      const reference = await ours(await paidToday(books.database))
      const named = (told?: string) => ({
        reference,
        ...(told !== undefined && { operator_reference: told }),
      })
      assert.deepEqual(await second(named(one), named(other)), [])
    }
  })

  it('and that failed twice, or came back after it was paid, is not told twice', async () => {
    const paid = await paidToday(books.database)
    const reference = await ours(paid)
    const [one, other] = [freshReference(), freshReference()]
    const back = { reference, operator_reference: other, status: 'reversed' }
    assert.deepEqual(await second({ reference, operator_reference: one }, back), [
      ['status_differs', 2, paid],
    ])
  })

  it('is found when both are matched at once', async function () {
    this.timeout(60_000)
    const paid = await paidToday(books.database)
    const reference = await ours(paid)
    const ids = await Promise.all([
      importOne(books, statementOf([{ reference, operator_reference: 'A-1', time: yesterday }]), {
        period,
      }),
      importOne(books, statementOf([{ reference, operator_reference: 'A-2' }])),
    ])
    await Promise.all(ids.map((id) => matchAll(books.database, id)))
    const records = await Promise.all(ids.map((id) => readReconciliation(books.database, id)))
    assert.deepEqual(
      records.map(({ linesAgreed, openDifferences }) => linesAgreed + openDifferences),
      [1, 1],
    )
    assert.equal(
      records.reduce((sum, { openDifferences }) => sum + openDifferences, 0),
      1,
    )
  })
})
