import assert from 'node:assert/strict'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { listDifferences } from '#use-cases/reconciliation/list-differences.ts'
import { readReconciliation } from '#use-cases/reconciliation/find.ts'
import { given } from '#test/support/given.ts'
import {
  endedAt,
  importOne,
  matchAll,
  namesOf,
  noon,
  statementOf,
  type ToldLine,
} from '#test/support/statements.ts'
import { acceptOne, createMerchant, openBooks } from '#test/support/books.ts'
import { turnsOfOthers } from '#test/support/turns.ts'

const ordersCount = 20_000
const atOnce = 2000
/** Of this process's processor: a line costs a fraction of a millisecond. */
const importTimeMaxMs = 20_000
const matchTimeMaxMs = 30_000
/** Of one file. */
const linesMax = 100_000
const turnMaxMs = 500

describe('a statement of 20 000 lines', function () {
  this.timeout(300_000)
  const books = given(() => openBooks())

  it('is imported and matched in seconds of processor time, in batches, and finds the few that differ', async () => {
    const orders = await manyOrders()
    const lines: ToldLine[] = orders.slice(10).map((each) => each)
    lines[5] = { ...lines[5], amount: 1 }
    lines.push({ operator_reference: 'unknown-1' })
    const before = process.cpuUsage()
    const id = await importOne(books, statementOf(lines, ','))
    const imported = process.cpuUsage(before)
    await matchAll(books.database, id)
    const both = process.cpuUsage(before)
    const tookMs = { import: sum(imported), match: sum(both) - sum(imported) }
    assert.ok(tookMs.import < importTimeMaxMs, JSON.stringify(tookMs))
    assert.ok(tookMs.match < matchTimeMaxMs, JSON.stringify(tookMs))
    const record = await readReconciliation(books.database, id)
    assert.deepEqual(record.differences, { amount_differs: 1, missing_here: 1, missing_there: 10 })
    assert.equal(record.linesAgreed, ordersCount - 10 - 1)
    assert.equal(record.ordersDone, ordersCount)
    const [first] = await listDifferences(books.database, { reconciliationId: id, limit: 1 })
    assert.equal(first?.theirs?.line, 7)
  })

  it('as large as one may be lets others have their turn while it is imported', async () => {
    const lines = Array.from({ length: linesMax }, (_, at) => ({
      operator_reference: `unknown-${at}`.padEnd(64, 'x'),
    }))
    const csv = statementOf(lines)
    const turns = turnsOfOthers()
    await importOne(books, csv)
    const longest = turns.end()
    assert.ok(longest < turnMaxMs, `${longest.toFixed(0)} ms for ${csv.length} characters`)
  })

  /** One payment's row, again and again under other ids. */
  async function manyOrders(): Promise<ToldLine[]> {
    const merchant = await createMerchant(books, { mode: 'live' })
    const transactionId = await acceptOne(books, merchant)
    const outcome = { status: 'succeeded', providerReference: 'the-first' } as const
    await settleTransaction(books.database, books.outbox, { transactionId, outcome })
    await endedAt(books.database, [transactionId], noon)
    const names: ToldLine[] = [await namesOf(books.database, transactionId)]
    for (let from = 2; from <= ordersCount; from += atOnce) {
      const to = Math.min(from + atOnce - 1, ordersCount)
      names.push(...(await books.rows<ToldLine>(repeat, transactionId, from, to)))
    }
    return names
  }
})

const repeat = `insert into transaction select n.* from transaction t cross join generate_series($2::int, $3::int) i
    cross join lateral jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'reference', 'r-' || i,
      'operator_request_id', gen_random_uuid(), 'provider_reference', 'op-' || i)) n
  where t.id = $1
  returning operator_request_id::text as reference, provider_reference as operator_reference`

function sum({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}
