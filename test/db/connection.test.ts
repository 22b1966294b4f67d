import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { TransactionId } from '#domain/ids.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { Database } from '#db/connect.ts'
import { listEndpoints } from '#use-cases/webhooks/find-endpoints.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { freePorts } from '#dev/ports.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { acceptOne, type Books, createMerchant, openAgain, openBooks } from '#test/support/books.ts'
import { tallyOf } from '#test/support/outcome.ts'
import { success } from '#test/support/ends.ts'

const connections = 20

describe('the connection to the books', () => {
  let books: Books
  let database: Database
  let console: Client

  before(async () => {
    books = await openBooks(connections)
    database = books.database
  })
  const merchant = given(() => createMerchant(books))
  before(async () => {
    console = new Client({ connectionString: books.url, application_name: 'console' })
    await console.connect()
    await console.query('create table tally (id int primary key, count int not null)')
    await console.query('insert into tally select id, 0 from generate_series(1, 10) as id')
  })
  after(async () => {
    assert.deepEqual(await checkInvariants(database), [])
    await console.end()
    await books.close()
  })

  /** Kills every connection of the service to these books, as a crash of its backends would; returns how many. */
  async function killAll(): Promise<number> {
    const { rows } = await console.query<{ pid: number }>(
      `select pid, pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'payment-service'`,
    )
    const pids = rows.map(({ pid }) => pid)
    await eventually(async () => {
      const left = await console.query('select 1 from pg_stat_activity where pid = any($1)', [pids])
      return left.rows.length === 0
    })
    return pids.length
  }

  /** Begins this many works, and resolves when all of them wait in the database. */
  async function begun(works: readonly Promise<unknown>[]): Promise<readonly Promise<unknown>[]> {
    keepQuiet(works)
    await eventually(async () => {
      const { rows } = await console.query(
        `select 1 from pg_stat_activity where datname = current_database()
         and application_name = 'payment-service' and state = 'active' and query like '%pg_sleep%'`,
      )
      return rows.length === works.length
    })
    return works
  }

  /** Works whose end is asked for only later. */
  function keepQuiet(works: readonly Promise<unknown>[]): void {
    for (const work of works) work.catch(() => undefined)
  }

  async function worksAgain(): Promise<void> {
    // A statement that comes before the pool has heard of its loss is told that the database is unavailable.
    await eventually(async () => {
      const asked = times(2 * connections, () => onPool(database.pool).one('select 1'))
      const { done = 0, unavailable = 0 } = await tallyOf(asked)
      assert.equal(done + unavailable, asked.length)
      return unavailable === 0
    })
    const id = await acceptOne(books, merchant)
    assert.equal((await readTransaction(database, id)).status, 'pending')
  }

  function times<Value>(count: number, make: (at: number) => Value): Value[] {
    return Array.from({ length: count }, (_, at) => make(at))
  }

  describe('survives that 20 backends are killed', () => {
    it('while they idle', async () => {
      const sql = onPool(database.pool)
      await Promise.all(times(connections, () => sql.one('select 1 as one, pg_sleep(0.05)')))
      assert.equal(await killAll(), connections)
      await worksAgain()
    })

    it('in the middle of statements, which answer that the database is unavailable', async () => {
      const sql = onPool(database.pool)
      const works = await begun(times(connections, () => sql.rows('select pg_sleep(20)')))
      assert.equal(await killAll(), connections)
      assert.deepEqual(await tallyOf(works), { unavailable: connections })
      await worksAgain()
    })

    it('in the middle of transactions, of which nothing remains', async () => {
      const works = await begun(
        times(connections, (at) =>
          inTransaction(database.pool, async (sql) => {
            await sql.rows('insert into tally values ($1, 1)', [1000 + at])
            await sql.rows('select pg_sleep(20)')
          }),
        ),
      )
      assert.equal(await killAll(), connections)
      assert.deepEqual(await tallyOf(works), { unavailable: connections })
      const { rows } = await console.query('select 1 from tally where id >= 1000')
      assert.equal(rows.length, 0)
      await worksAgain()
    })

    it('between the statements of transactions', async () => {
      const mayGoOn = Promise.withResolvers<void>()
      const isBegun = times(connections, () => Promise.withResolvers<void>())
      const works = isBegun.map((begin, at) =>
        inTransaction(database.pool, async (sql) => {
          await sql.rows('insert into tally values ($1, 1)', [2000 + at])
          begin.resolve()
          await mayGoOn.promise
          // Half of them have another statement to make, half of them only the commit.
          if (at % 2 === 0) await sql.rows('select 1')
        }),
      )
      await Promise.all(isBegun.map(({ promise }) => promise))
      assert.equal(await killAll(), connections)
      mayGoOn.resolve()
      assert.deepEqual(await tallyOf(works), { unavailable: connections })
      const { rows } = await console.query('select 1 from tally where id >= 2000')
      assert.equal(rows.length, 0)
      await worksAgain()
    })

    it('in the middle of reads through the entity manager', async () => {
      const works = await begun(times(10, () => database.em().execute('select pg_sleep(20)')))
      await killAll()
      assert.deepEqual(await tallyOf(works), { unavailable: 10 })
      await worksAgain()
    })

    it('again and again under commands, each of which is done or was not', async function () {
      this.timeout(60_000)
      const ids = await Promise.all(times(60, () => acceptOne(books, merchant)))
      const settle = (transactionId: TransactionId) =>
        settleTransaction(database, books.outbox, { transactionId, outcome: success })
      let kills = 0
      for (let round = 0; round < 3; round += 1) {
        const works = ids.map(settle)
        keepQuiet(works)
        kills += await killAll()
        const tally = await tallyOf(works)
        const { done = 0, unavailable = 0 } = tally
        assert.equal(done + unavailable, ids.length, JSON.stringify(tally))
        assert.deepEqual(await checkInvariants(database), [])
      }
      assert.ok(kills > 0)
      assert.deepEqual(await tallyOf(ids.map(settle)), { done: ids.length })
      const { rows } = await console.query(
        `select 1 from ledger_movement where transaction_id = any($1)`,
        [ids],
      )
      assert.equal(rows.length, ids.length)
    })
  })

  describe('answers that the database is unavailable', () => {
    async function isUnavailable(work: Promise<unknown>): Promise<void> {
      await assert.rejects(work, { code: 'unavailable', name: 'DatabaseUnavailable' })
    }

    it('when nothing listens there, for statements, transactions and reads', async () => {
      const [port = 0] = await freePorts(1)
      const absent = await openAgain(books.url.replace(/:\d+\//, `:${port}/`))
      try {
        assert.equal(await absent.isReachable(), false)
        await isUnavailable(onPool(absent.pool).rows('select 1'))
        await isUnavailable(inTransaction(absent.pool, (sql) => sql.rows('select 1')))
        await isUnavailable(listEndpoints(absent, merchant.serviceEnvId))
        await isUnavailable(readTransaction(absent, randomUUID() as TransactionId))
      } finally {
        await absent.close()
      }
    })

    it('when the books are closed', async () => {
      const closed = await openAgain(books.url)
      assert.equal(await closed.isReachable(), true)
      await closed.close()
      await isUnavailable(onPool(closed.pool).rows('select 1'))
      await isUnavailable(inTransaction(closed.pool, (sql) => sql.rows('select 1')))
      await isUnavailable(listEndpoints(closed, merchant.serviceEnvId))
    })

    it('when all connections are taken for 2 seconds', async () => {
      const small = await openAgain(books.url, 1)
      try {
        await inTransaction(small.pool, async () => {
          const askedAt = performance.now()
          await isUnavailable(onPool(small.pool).rows('select 1'))
          const tookMs = performance.now() - askedAt
          assert.ok(tookMs > 1500 && tookMs < 4000, `${tookMs} ms`)
        })
        await onPool(small.pool).rows('select 1')
      } finally {
        await small.close()
      }
    })

    it('when a lock, a statement or an idle transaction takes too long', async () => {
      const limited = (setting: string, work: (sql: Sql) => Promise<unknown>) =>
        inTransaction(database.pool, async (sql) => {
          await sql.rows(`set local ${setting} = 50`)
          await work(sql)
        })
      await inTransaction(database.pool, async (holder) => {
        const takeLock = 'select id from tally where id = 10 for update'
        await holder.rows(takeLock)
        await isUnavailable(limited('lock_timeout', (sql) => sql.rows(takeLock)))
        await holder.rows(takeLock)
      })
      await isUnavailable(limited('statement_timeout', (sql) => sql.rows('select pg_sleep(5)')))
      await isUnavailable(
        limited('idle_in_transaction_session_timeout', async (sql) => {
          const { pid } = await sql.one<{ pid: number }>('select pg_backend_pid() as pid')
          await eventually(async () => {
            const { rows } = await console.query('select 1 from pg_stat_activity where pid = $1', [
              pid,
            ])
            return rows.length === 0
          })
          await sql.rows('select 1')
        }),
      )
      await worksAgain()
    })
  })

  it('ends what hangs by itself, in every session', async () => {
    const sql = onPool(database.pool)
    const settings: Record<string, string> = {}
    for (const name of [
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
      'synchronous_commit',
      'timezone',
    ]) {
      settings[name] = Object.values(await sql.one<Record<string, string>>(`show ${name}`)).join()
    }
    assert.deepEqual(settings, {
      statement_timeout: '5s',
      lock_timeout: '2s',
      idle_in_transaction_session_timeout: '5s',
      synchronous_commit: 'on',
      timezone: 'UTC',
    })
  })
})
