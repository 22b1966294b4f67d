import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import { inOneStatement, inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, sql as text } from '#db/statements.ts'
import { given } from '#test/support/given.ts'
import { openBooks } from '#test/support/books.ts'
import { tallyOf } from '#test/support/outcome.ts'

/** Enough to see that a lock outlives its answer, where it does. */
const refusals = 100

describe('a transaction', () => {
  const books = given(() => openBooks(20))
  let pool: Pool

  before(async () => {
    ;({ pool } = books.database)
    await pool.query('create table tally (id int primary key, count int not null)')
    await pool.query(`create function refuse(state text) returns void language plpgsql as $$
      begin raise exception 'refused' using errcode = state; end $$`)
    // What it has done in many steps, of which each is undone by itself, is a while in the undoing.
    await pool.query(`create function hold_and_refuse(lock int) returns int language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(lock);
        for step in 1..500 loop
          begin insert into tally values (lock * 1000 + step, 0); exception when others then null; end;
        end loop;
        return 1 / 0;
      end $$`)
  })
  beforeEach(async () => {
    await pool.query('delete from tally')
    await pool.query('insert into tally select id, 0 from generate_series(1, 10) as id')
  })

  async function counts(): Promise<number[]> {
    const { rows } = await pool.query<{ count: number }>('select count from tally order by id')
    return rows.map(({ count }) => count)
  }

  const increment = 'update tally set count = count + 1 where id = $1'

  it('100 at once on one row lose no increment', async () => {
    const works = Array.from({ length: 100 }, () =>
      inTransaction(pool, (sql) => sql.rows(increment, [1])),
    )
    assert.deepEqual(await tallyOf(works), { done: 100 })
    assert.equal((await counts())[0], 100)
  })

  it('is repeated after a deadlock, and each has its effect once', async () => {
    let runs = 0
    const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const both = Promise.all(holding.map(({ promise }) => promise))
    const crossing = (first: number, second: number, at: 0 | 1) =>
      inTransaction(pool, async (sql) => {
        runs += 1
        await sql.rows(increment, [first])
        holding[at].resolve()
        await both
        await sql.rows(increment, [second])
      })
    await Promise.all([crossing(1, 2, 0), crossing(2, 1, 1)])
    // The victim may meet the other once more when it begins anew.
    assert.ok(runs >= 3, 'the database chose a victim')
    assert.deepEqual((await counts()).slice(0, 2), [2, 2])
  })

  it('is repeated as long as the database asks for it, five times at most', async () => {
    for (const state of ['40001', '40P01']) {
      let runs = 0
      const work = (refusals: number) =>
        inTransaction(pool, async (sql: Sql) => {
          runs += 1
          await sql.rows(increment, [3])
          if (runs <= refusals) await sql.rows('select refuse($1)', [state])
          return 'done'
        })
      assert.equal(await work(4), 'done')
      assert.equal(runs, 5)
      runs = 0
      await assert.rejects(work(5), { code: 'unavailable' })
      assert.equal(runs, 5)
    }
    assert.equal((await counts())[2], 2)
  })

  it('is not repeated for anything else, and what is thrown comes through as it is', async () => {
    let runs = 0
    const thrown = new Error('changed my mind')
    const work = (fails: (sql: Sql) => Promise<unknown>) =>
      inTransaction(pool, async (sql) => {
        runs += 1
        await sql.rows(increment, [4])
        await fails(sql)
      })
    await assert.rejects(
      work(() => Promise.reject(thrown)),
      (error) => error === thrown,
    )
    await assert.rejects(
      work((sql) => sql.rows('select nothing')),
      { code: '42703' },
    )
    await assert.rejects(
      work((sql) => sql.rows('insert into tally values (4, 0)')),
      { name: 'ConstraintViolation', constraint: 'tally_pkey' },
    )
    await assert.rejects(
      work((sql) => sql.rows('insert into tally values (null, 0)')),
      { code: '23502' },
    )
    await assert.rejects(work((sql) => sql.one('select 1 where false')))
    assert.equal(runs, 5)
    assert.equal((await counts())[3], 0)
  })

  it('an error of the code is never taken for an absent database', async () => {
    for (const code of ['ERR_ASSERTION', 'ERR_INVALID_ARG_TYPE', 'ABORT_ERR', 'E']) {
      const error = Object.assign(new TypeError('a mistake'), { code })
      const work = inTransaction(pool, () => Promise.reject(error))
      await assert.rejects(work, (thrown) => thrown === error, code)
    }
  })

  it('that would write while the database only reads is told that it is unavailable, and not repeated', async () => {
    let runs = 0
    const work = inTransaction(pool, async (sql) => {
      runs += 1
      await sql.rows('set transaction read only')
      await sql.rows(increment, [6])
    })
    await assert.rejects(work, { code: 'unavailable' })
    assert.equal(runs, 1)
    assert.equal((await counts())[5], 0)
  })

  it('that passed over a failed statement does not pretend to have committed', async () => {
    const work = inTransaction(pool, async (sql) => {
      await sql.rows(increment, [5])
      await sql.rows('select 1 / 0').catch(() => undefined)
      return 'done'
    })
    await assert.rejects(work)
    assert.equal((await counts())[4], 0)
  })

  it('of one statement that failed holds nothing any more when its asker hears of it', async () => {
    const sql = onPool(pool)
    for (let lock = 1; lock <= refusals; lock += 1) {
      const failing = inOneStatement(pool, db.selectNoFrom(text`hold_and_refuse(${lock})`.as('x')))
      await assert.rejects(failing, { code: '22012' })
      const { free } = await sql.one<{ free: boolean }>(
        'select pg_try_advisory_xact_lock($1) as free',
        [lock],
      )
      assert.equal(free, true, `round ${lock}`)
    }
  })

  it('leaves its connection clean for the next, whatever happened in it', async () => {
    for (let count = 0; count < 50; count += 1) {
      const failing = inTransaction(pool, async (sql) => {
        await sql.rows(increment, [6])
        await sql.rows('select 1 / 0')
      })
      await assert.rejects(failing)
    }
    assert.ok(pool.totalCount <= 20)
    assert.equal(pool.idleCount, pool.totalCount)
    const open = await onPool(pool).rows(
      `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
    )
    assert.deepEqual(open, [])
    assert.equal((await counts())[5], 0)
  })
})
