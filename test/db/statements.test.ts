import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { now } from '#db/functions.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { db, jsonArrayFrom, type Params, prepared, sql, statementOf } from '#db/statements.ts'
import { openBooks } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'

const textOf = (query: Parameters<typeof statementOf>[0]): string => statementOf(query).text

describe('a typed statement', () => {
  const entry = { kind: 'collection', summary: 'a test' } as const

  const books = given(() => openBooks())

  it('has the names of the database in its text, and ours in what it reads', () => {
    const query = db
      .selectFrom('outbox as o')
      .select(['o.subjectId', 'o.kind', 'o.dueAt as due'])
      .where('o.startsRun', '=', true)
      .orderBy('due')
    assert.equal(
      textOf(query),
      'select "o"."subject_id" as "subjectId", "o"."kind", "o"."due_at" as "due" from "outbox" as "o" ' +
        'where "o"."starts_run" = $1 order by "due"',
    )
  })

  it('keeps our names where rows leave the database alone: not in a part of it', () => {
    const query = db
      .with('late', (some) => some.selectFrom('outbox').select(['subjectId', 'dueAt as wasDue']))
      .selectFrom('late')
      .select(['late.wasDue', 'late.subjectId'])
    assert.equal(
      textOf(query),
      'with "late" as (select "subject_id", "due_at" as "was_due" from "outbox") ' +
        'select "late"."was_due" as "wasDue", "late"."subject_id" as "subjectId" from "late"',
    )
  })

  it('takes a list as one value, so that its length changes no text; an empty one finds nothing', async () => {
    const some = (ids: readonly bigint[]) =>
      db.selectFrom('outbox').select('id').where('id', 'in', ids)
    assert.equal(textOf(some([1n])), textOf(some([1n, 2n, 3n])))
    assert.deepEqual(await onPool(books.database.pool).all(some([])), [])
    const others = db.selectFrom('outbox').select('id').where('id', 'not in', [1n, 2n])
    assert.match(textOf(others), /"id" != all\(\$1\)$/)
  })

  it('reads and writes bigint, Date, JSON, lists, bytes and null as what they are', async () => {
    const tx = onPool(books.database.pool)
    const at = new Date('2026-11-22T09:30:00.123Z')
    const big = 2n ** 53n + 1n
    const query = db.selectNoFrom([
      sql<bigint>`${big}::int8`.as('big'),
      sql<bigint[]>`array[${big}::int8, null]`.as('bigs'),
      sql<Date>`${at}::timestamptz(3)`.as('at'),
      sql<Date>`'2026-11-22 09:30:00'::timestamptz`.as('whole'),
      sql<string>`'2026-11-22'::date`.as('day'),
      sql<string>`1.50::numeric(7, 4)`.as('exact'),
      sql<Buffer>`'\\x00ff'::bytea`.as('bytes'),
      sql<string[]>`array['a', 'b,"']`.as('list'),
      sql<unknown>`'{"a": [1]}'::jsonb`.as('tree'),
      sql<null>`null::int8`.as('nothing'),
    ])
    assert.deepEqual(await tx.only(query), {
      big,
      bigs: [big, null],
      at,
      whole: new Date('2026-11-22T09:30:00Z'),
      day: '2026-11-22',
      exact: '1.5000',
      bytes: Buffer.from([0, 255]),
      list: ['a', 'b,"'],
      tree: { a: [1] },
      nothing: null,
    })
    // Statements written as text still read what they always did.
    assert.deepEqual(await tx.one(`select 1::int8 as one, '2026-11-22'::timestamptz as at`), {
      one: '1',
      at: '2026-11-22 00:00:00+00',
    })
  })

  it('is built once when it is prepared, with its values each time', async () => {
    let built = 0
    const byId = prepared((p: Params<{ id: bigint; kinds: readonly string[] }>) => {
      built += 1
      return db.selectFrom('outbox').select(['id', 'kind']).where('id', '=', p.id).limit(1)
    })
    await inTransaction(books.database.pool, async (tx) => {
      const ids = await tx.all(
        db
          .insertInto('outbox')
          .values([1, 2].map(() => ({ ...entry, subjectId: randomUUID(), dueAt: now })))
          .returning('id'),
      )
      for (const { id } of ids)
        assert.deepEqual(await tx.first(byId({ id, kinds: [] })), { id, kind: 'collection' })
      assert.equal(await tx.first(byId({ id: 0n, kinds: [] })), undefined)
      await assert.rejects(tx.only(byId({ id: 0n, kinds: [] })), /a row is missing/)
      const all = ids.map(({ id }) => id)
      assert.equal(await tx.run(db.deleteFrom('outbox').where('id', 'in', all)), 2)
    })
    assert.equal(built, 1)
  })

  it('gives JSON under our names', async () => {
    const subjectId = randomUUID()
    const tx = onPool(books.database.pool)
    await tx.run(db.insertInto('outbox').values({ ...entry, subjectId }))
    const query = db
      .selectFrom('outbox as o')
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('outbox as i')
            .select(['i.subjectId', 'i.startsRun as isNew'])
            .whereRef('i.subjectId', '=', 'o.subjectId'),
        ).as('all'),
      )
      .where('o.subjectId', '=', subjectId)
    assert.deepEqual(await tx.all(query), [{ all: [{ subjectId, isNew: false }] }])
  })

  it('is kept prepared by a connection, but for rows to insert, which are as many as there are', async () => {
    const kept = prepared(() =>
      db.selectNoFrom(
        sql<bigint>`(select count(*) from pg_prepared_statements where statement like 'insert into "outbox"%')`.as(
          'count',
        ),
      ),
    )
    await inTransaction(books.database.pool, async (tx) => {
      const fresh = () => ({ ...entry, summary: 'kept', subjectId: randomUUID() })
      const insert = (count: number) =>
        tx.run(db.insertInto('outbox').values(Array.from({ length: count }, fresh)))
      await insert(1)
      const { count } = await tx.only(kept({}))
      assert.ok(count > 0n)
      for (const rows of [1, 2, 3, 4]) await insert(rows)
      assert.equal((await tx.only(kept({}))).count, count)
    })
  })

  it('says which columns it reads', () => {
    assert.throws(() => textOf(db.selectFrom('outbox').selectAll()), /names the columns/)
  })
})
