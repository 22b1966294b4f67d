import assert from 'node:assert/strict'
import { listDifferences } from '#use-cases/reconciliation/list-differences.ts'
import { mortal } from '#test/states/crashes.ts'
import { givenBooks } from '#test/support/books.ts'
import { importOne, matchAll, namesOf, paidToday, statementOf } from '#test/support/statements.ts'

/** More statements than the matching of a short statement sends. */
const momentsMax = 24

describe('a statement that is matched while another one is', () => {
  const books = givenBooks()

  it('lacks nothing for good that the other one has, whenever it is overtaken', async function () {
    this.timeout(60_000)
    const { database } = books
    const worker = mortal(database)
    for (let moment = 0; moment < momentsMax; moment += 1) {
      const paid = await Promise.all([paidToday(database), paidToday(database)])
      const [slow, quick] = await Promise.all(
        paid.map(async (id) => importOne(books, statementOf([await namesOf(database, id)]))),
      )
      assert.ok(slow && quick)
      await worker.overtake(
        () => matchAll(worker.database, slow),
        moment,
        () => matchAll(worker.database, quick),
      )
      const open = await listDifferences(database, { state: 'open', limit: 10 })
      const missing = open.map(({ ours }) => ours?.transactionId)
      assert.deepEqual(missing, [], `overtaken before statement ${moment}`)
    }
  })
})
