import assert from 'node:assert/strict'
import { inTransaction } from '#db/sql.ts'
import { findStatementPart } from '#use-cases/balance/statement-part.ts'
import { positionAfter, readStatement, type StatementLine } from '#use-cases/balance/statement.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'

const hourMs = 3_600_000
/** Midnight in Cotonou. */
const midnight = new Date('2026-03-31T23:00:00Z')
const at = (ms: number) => new Date(midnight.getTime() + ms)
/** The fourth began before midnight, and was committed after the third. */
const times = [-50 * 24 * hourMs, -1, 0, -20_000, 40, 40 * 24 * hourMs].map(at)

describe('a part of a statement', () => {
  const books = givenBooks()
  const merchant = given(() => createMerchant(books))
  const owner = () => ({ serviceEnvId: merchant.serviceEnvId, kind: 'available' }) as const

  before(async () => {
    for (const time of times) {
      const transactionId = await acceptOne(books, merchant)
      await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
      await movedAt(transactionId, time)
    }
  })

  /** As if it had been booked then: the ledger itself lets nobody change a movement. */
  async function movedAt(transactionId: string, time: Date): Promise<void> {
    await inTransaction(books.database.pool, async (sql) => {
      await sql.rows('set local session_replication_role = replica')
      const text = 'update ledger_movement set at = $2 where transaction_id = $1'
      await sql.rows(text, [transactionId, time])
    })
  }

  async function lines(since?: Date, until?: Date) {
    const part = await findStatementPart(books.database, owner(), { since, until })
    const read: StatementLine[] = []
    for (let more = true; more;) {
      const last = read.at(-1)
      const position = last && { position: positionAfter(last) }
      const rows = await readStatement(books.database, owner(), { limit: 2, part, ...position })
      read.push(...rows)
      more = rows.length > 0
    }
    return { part, read, booked: read.map((line) => times.findIndex((each) => +each === +line.at)) }
  }

  it('has every line in one part only, and begins with what the one before left', async () => {
    const [old, march, april, later] = [
      await lines(undefined, at(-40 * 24 * hourMs)),
      await lines(at(-40 * 24 * hourMs), midnight),
      await lines(midnight, at(30 * 24 * hourMs)),
      await lines(at(30 * 24 * hourMs)),
    ]
    assert.deepEqual(
      [old, march, april, later].map(({ booked }) => booked),
      [[0], [1], [4, 3, 2], [5]],
    )
    assert.deepEqual(
      [old, march, april, later].map(({ part }) => [part.opening, part.in, part.closing]),
      [
        [0n, 1000n, 1000n],
        [1000n, 1000n, 2000n],
        [2000n, 3000n, 5000n],
        [5000n, 1000n, 6000n],
      ],
    )
    assert.deepEqual(
      april.read.map(({ after }) => after),
      [5000n, 4000n, 3000n],
    )
  })

  it('is empty before the first and after the last line, with what was there', async () => {
    const before = await lines(at(-90 * 24 * hourMs), at(-80 * 24 * hourMs))
    const after = await lines(at(80 * 24 * hourMs), at(90 * 24 * hourMs))
    assert.deepEqual([before.read, after.read], [[], []])
    assert.deepEqual(
      [before.part.closing, after.part.opening, after.part.closing],
      [0n, 6000n, 6000n],
    )
  })

  it('is empty of an account that nothing has moved yet', async () => {
    const fresh = await createMerchant(books)
    const of = { serviceEnvId: fresh.serviceEnvId, kind: 'available' } as const
    const part = await findStatementPart(books.database, of, { since: midnight })
    assert.equal(part.closing, 0n)
    assert.deepEqual(await readStatement(books.database, of, { limit: 2, part }), [])
  })
})
