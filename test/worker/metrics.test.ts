import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { QueryConfig } from 'pg'
import { onPool } from '#db/sql.ts'
import { createTelemetry } from '#platform/telemetry.ts'
import { acceptOne, type Books, createMerchant, openBooks } from '#test/support/books.ts'
import { sharedService } from '#test/support/service.ts'
import { observeBooks } from '#use-cases/figures/observe-books.ts'

describe('the figures', () => {
  it('that docs/monitoring.md tells of are those that the service shows, each with its unit', async function () {
    this.timeout(60_000)
    const { baseUrl } = await sharedService()
    const text = await (await fetch(`${baseUrl}/metrics`)).text()
    const shown = [...text.matchAll(/^# HELP (\w+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !/^(nodejs|process)_/.test(name))
    const page = readFileSync(new URL('../../docs/monitoring.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].filter(
      ([, name]) => name?.startsWith('temporal_') === false,
    )
    assert.deepEqual(rows.map(([, name = '']) => name).toSorted(), shown.toSorted())
    const seconds = rows.filter(([, name]) => name?.endsWith('_seconds'))
    for (const [row, , unit = ''] of seconds) assert.match(unit, /seconds|Unix time/, row)
  })

  describe('from the books', () => {
    let books: Books
    before(async function () {
      this.timeout(60_000)
      books = await openBooks()
    })
    after(() => books?.close())

    it('tell how much is owed to Temporal and for how long, in one statement for those that belong together', async () => {
      const sql = onPool(books.database.pool)
      const { read, asked } = figures(books)
      assert.match(await read(), /^outbox_entries 0$[^]*^outbox_oldest_age_seconds 0$/m)
      assert.equal(asked(), 3)
      await sql.rows(`insert into outbox (kind, subject_id, created_at) values
        ('collection', gen_random_uuid(), now() - interval '90 s'),
        ('collection', gen_random_uuid(), now())`)
      const text = await read()
      assert.match(text, /^outbox_entries 2$/m)
      const age = Number(/^outbox_oldest_age_seconds ([\d.]+)$/m.exec(text)?.[1])
      assert.ok(age >= 90 && age < 150, String(age))
      await sql.rows('delete from outbox')
    })

    it('tell which payments are open past their time, and not those that wait for people or are young', async () => {
      const merchant = await createMerchant(books, { mode: 'live' })
      const late = await acceptOne(books, merchant)
      await acceptOne(books, merchant)
      const of = async (name: string) => {
        const text = await figures(books).read()
        return text.split('\n').filter((line) => line.startsWith(name))
      }
      assert.deepEqual(await of('payments_overdue{'), [])
      await books.rows(
        `update transaction set expires_at = now() - interval '2 minutes' where id = $1`,
        late,
      )
      assert.deepEqual(await of('payments_overdue{'), [
        'payments_overdue{kind="collection",mode="live",provider="mtn-benin"} 1',
      ])
    })

    it('are not a number while the books cannot be read, and are shown again after it', async () => {
      let isAway = true
      const query = (asked: QueryConfig) =>
        isAway ? Promise.reject(new Error('away')) : books.database.pool.query(asked)
      const telemetry = createTelemetry()
      observeBooks(telemetry, { pool: { query } } as unknown as Books['database'])
      assert.match((await telemetry.expose()).text, /^outbox_entries Nan$/m)
      isAway = false
      assert.match((await telemetry.expose()).text, /^outbox_entries \d+$/m)
    })
  })
})

/** The figures as a process shows them, and how many statements that has taken. */
function figures({ database }: Books) {
  let statements = 0
  const query = (asked: QueryConfig) => {
    statements += 1
    return database.pool.query(asked)
  }
  const telemetry = createTelemetry()
  observeBooks(telemetry, { pool: { query } } as unknown as Books['database'])
  return { read: async () => (await telemetry.expose()).text, asked: () => statements }
}
