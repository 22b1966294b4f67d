import assert from 'node:assert/strict'
import type { TransactionId } from '#domain/ids.ts'
import type { Entry } from '#domain/ledger/ledger.ts'
import {
  positionAfter,
  readStatement,
  type StatementLine,
  type StatementPosition,
} from '#use-cases/balance/statement.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { post } from '#db/ledger.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { eventually } from '#test/support/call.ts'
import { success } from '#test/support/ends.ts'
import { givenEach } from '#test/support/given.ts'
import { movementOf } from '#test/db/movements.ts'

describe('the statement of an account', () => {
  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books))

  // What is posted here is what the settlement posts: it finds its movement booked, and the books agree.
  const book = (sql: Sql, transactionId: TransactionId) =>
    post(sql, movementOf({ merchant, transactionId }, { entries: settled }))
  const settle = (transactionId: TransactionId) =>
    settleTransaction(books.database, books.outbox, { transactionId, outcome: success })

  function read(limit: number, position?: StatementPosition): Promise<StatementLine[]> {
    const owner = { serviceEnvId: merchant.serviceEnvId, kind: 'available' } as const
    return readStatement(books.database, owner, { limit, ...(position && { position }) })
  }

  const shown = (lines: readonly StatementLine[]) =>
    lines.map(({ transactionId, after }) => [transactionId, after])

  it('has its entries in the order of their commits: none appears before one that was read, and what was read stays', async () => {
    const { pool } = books.database
    const first = await acceptOne(books, merchant)
    await settle(first)
    const one = await acceptOne(books, merchant)
    const slow = await acceptOne(books, merchant)
    const other = await acceptOne(books, merchant)
    const waiting = await inTransaction(pool, async (sql) => {
      await book(sql, one)
      // Asked for before the last entry of this transaction, committed after it.
      const late = inTransaction(pool, (its) => book(its, slow))
      await eventually(async () => (await onPool(pool).rows(waits)).length === 1)
      await book(sql, other)
      return { late }
    })
    await waiting.late
    await Promise.all([one, slow, other].map(settle))
    const all = await read(10)
    assert.deepEqual(shown(all), [
      [slow, 4000n],
      [other, 3000n],
      [one, 2000n],
      [first, 1000n],
    ])
    const pages: StatementLine[] = []
    for (let page = await read(1); page.length > 0;) {
      pages.push(...page)
      const [last] = page
      page = last === undefined ? [] : await read(1, positionAfter(last))
    }
    assert.deepEqual(shown(pages), shown(all))
  })
})

const settled: readonly Entry[] = [
  { account: 'operator_clearing', amount: -1020n },
  { account: 'available', amount: 1000n },
  { account: 'fees', amount: 20n },
]

const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
