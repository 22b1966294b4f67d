import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { QueryConfig } from 'pg'
import { onPool } from '#db/sql.ts'
import { createTelemetry } from '#platform/telemetry.ts'
import { given } from '#test/support/given.ts'
import { acceptOne, type Books, createMerchant, openBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { createStaffMember } from '#test/support/people.ts'
import { contradictedPayout, settlingAt } from '#test/use-cases/contradictions/contradictions.ts'
import { sharedService } from '#test/support/service.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { money as amountOf } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { foldFigures } from '#use-cases/dashboard/figures.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
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
    const books = given(() => openBooks())

    it('tell how much is owed to Temporal and for how long, in one statement for those that belong together', async () => {
      const sql = onPool(books.database.pool)
      const { read, asked } = figures(books)
      assert.match(await read(), /^outbox_entries 0$[^]*^outbox_oldest_age_seconds 0$/m)
      assert.equal(asked(), 9)
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
        `update transaction set expires_at = now() - interval '6 minutes' where id = $1`,
        late,
      )
      assert.deepEqual(await of('payments_overdue{'), [
        'payments_overdue{kind="collection",mode="live",provider="mtn-benin"} 1',
      ])
    })

    it('tell what was asked for today, by how it stands, and what is open by its age', async () => {
      const merchant = await createMerchant(books, { mode: 'live' })
      const ended = await acceptOne(books, merchant)
      const old = await acceptOne(books, merchant)
      await acceptOne(books, merchant)
      // Of yesterday, or of some hours ago where that is today too.
      await books.rows(
        `update transaction set created_at = now() - interval '25 hours' where id = $1`,
        old,
      )
      const before = await money()
      const transactionId = asId<TransactionId>(ended)
      await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
      const after = await money()
      assert.equal(after['succeeded'], (before['succeeded'] ?? 0) + 1)
      assert.equal(after['pending'], (before['pending'] ?? 0) - 1)
      assert.equal(after['over_1h'], 1)
      while ((await foldFigures(books.database)) > 0);
      assert.deepEqual(await money(), after, 'summed up or not, it counts once')
    })

    it('tell of the last proof that has ended, whoever made it', async () => {
      assert.match(await figures(books).read(), /^ledger_proof_completed_timestamp_seconds 0$/m)
      await books.rows(`insert into ledger_proof (id, state, differences, created_at, completed_at) values
        (gen_random_uuid(), 'differs', 2, now() - interval '1 hour', now() - interval '1 hour'),
        (gen_random_uuid(), 'running', 0, now(), null)`)
      const text = await figures(books).read()
      assert.match(text, /^ledger_proof_differences 2$/m)
      assert.match(text, /^ledger_proof_completed_timestamp_seconds \d{10}/m)
    })

    it('tell what waits for the staff, and for how long the oldest', async () => {
      const text = await figures(books).read()
      assert.equal([...text.matchAll(/^desk_waiting\{queue="\w+"\} \d+$/gm)].length, 9)
      assert.match(text, /^desk_oldest_age_seconds\{queue="transfers"\} 0$/m)
    })

    it('tell what of contradictions is to be settled, and what the service has borne of them', async () => {
      const merchant = await createMerchant(books, { mode: 'live' })
      await openBalance(books.database, merchant, amountOf(10_000n, 'XOF'))
      const borne = await contradictedPayout(books, merchant)
      await contradictedPayout(books, merchant, 'paid')
      await contradictedPayout(books, merchant)
      const { ask, approve } = settlingAt(books)
      await ask(await createStaffMember(books.database, 'supervisor'), borne, { written_off: 400 })
      await approve(await createStaffMember(books.database, 'supervisor'), borne)
      const text = await figures(books).read()
      for (const [standing, sum] of [
        ['to_recover', 1000],
        ['owed', 1020],
        ['written_off', 400],
      ])
        assert.ok(
          text.includes(`\ncontradicted_xof{mode="live",standing="${standing}"} ${sum}\n`),
          standing?.toString(),
        )
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
    /** Of live collections today by status, and of those that are open by age. */
    async function money(): Promise<Readonly<Record<string, number>>> {
      const text = await figures(books).read()
      const lines = text.matchAll(
        /^payments_(?:today|pending)\{kind="collection",mode="live",.*(?:status|age)="(\w+)"\} (\d+)$/gm,
      )
      return Object.fromEntries([...lines].map(([, name = '', count]) => [name, Number(count)]))
    }
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
