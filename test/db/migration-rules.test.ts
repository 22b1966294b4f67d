import assert from 'node:assert/strict'
import { Client } from 'pg'
import { migrate } from '#db/migrate.ts'
import { migrationFile, readMigrations } from '#db/migrations.ts'
import { eventually } from '#test/support/call.ts'
import { faultsOf, migrationFaults } from '#test/support/migration-rules.ts'
import { createDatabase } from '#test/support/stack.ts'

/**
 * Those of the first installation: they have run on an empty database alone, with nobody beside them. What comes after has a
 * higher number, and no exception.
 */
const lastOfFirstInstallation = 38

const numberOf = (name: string): number => Number(/^\d+/.exec(name)?.[0])
/** It waits for writers, and lets them write. */
const concurrently = `-- Outside a transaction.
drop index concurrently if exists quick;
create index concurrently quick on transaction (phone)`

const serves = '-- Serves code from 42-last.\n'

describe('migrations never stop the service', () => {
  it('each one after the first installation holds no lock for long, writes no table anew, and serves the version before', () => {
    const later = readMigrations().filter(({ name }) => numberOf(name) > lastOfFirstInstallation)
    assert.deepEqual(later.flatMap(migrationFaults), [])
  })

  it('those before it would not all: the exception is needed, and the rules can be broken', () => {
    const first = readMigrations().filter(({ name }) => numberOf(name) <= lastOfFirstInstallation)
    assert.ok(first.flatMap(migrationFaults).length > 10)
  })

  it('what holds everybody up is refused, with its reason', () => {
    const refused: readonly (readonly [string, RegExp])[] = [
      ['alter table transaction add column a text not null', /may not be null/],
      ['alter table transaction add column a text, add column b int not null', /may not be null/],
      ['alter table transaction alter column phone set not null', /`set not null`/],
      ['alter table event alter column id type text', /written anew/],
      ['alter table event add column a uuid default gen_random_uuid()', /written anew/],
      ['alter table event add column a int generated always as (1 + 1) stored', /written anew/],
      ['create index slow on transaction (phone)', /concurrently/],
      ['create unique index slow on only transaction (phone)', /concurrently/],
      ['alter table event add constraint once unique (id)', /`using index`/],
      ['alter table event add constraint small check (id <> null)', /`not valid`/],
      [
        'alter table event add constraint a check (id is null) not valid, add constraint b check (true)',
        /`not valid`/,
      ],
      [
        'alter table event add constraint small check (true) not valid; alter table event validate constraint small',
        /just added/,
      ],
      ['alter table event rename column id to number', /old name/],
      ['update transaction set phone = null', /in batches/],
      ['delete from event', /in batches/],
      ['truncate outbox', /stops everybody/],
      ['lock table event', /stops everybody/],
      ['alter table event drop column id', /Unused since/],
      ['drop table quote', /Unused since/],
      [
        '-- Outside a transaction.\ncreate index concurrently a on event (id)',
        /is not dropped first/,
      ],
      [
        concurrently.replace('-- Outside a transaction.\n', ''),
        /no line “-- Outside a transaction\.”/,
      ],
    ]
    for (const [statement, why] of refused) {
      const found = faultsOf(`${serves}${statement};`)
      assert.equal(found.length, 1, `${statement}: ${found.join(' | ')}`)
      assert.match(found[0] ?? '', why)
    }
    assert.match(faultsOf('alter table event add column a text;').join(), /Serves code from/)
  })

  it('what only adds, or takes its time beside everybody else, is not', () => {
    const fine = [
      'alter table transaction add column a text',
      'alter table transaction add column a int not null default 0',
      concurrently,
      'create table more (id uuid primary key, n int not null); create index of_more on more (n)',
      'create table more (id uuid primary key); update more set id = id; alter table more alter column id set not null',
      'alter table event add constraint small check (true) not valid',
      'alter table event validate constraint small',
      'alter table event add constraint once unique using index quick',
      "insert into more values ('update transaction set x; truncate event')",
      'create function f() returns int language sql as $$ update transaction set phone = null; select 1 $$',
      '-- Unused since 41-more.\nalter table event drop column id',
    ]
    for (const statement of fine)
      assert.deepEqual(faultsOf(`${serves}${statement};`), [], statement)
  })

  it('an index is made while others write: they wait for nothing, it for them', async () => {
    const url = await createDatabase()
    const [first, second] = [
      new Client({ connectionString: url }),
      new Client({ connectionString: url }),
    ]
    await Promise.all([first.connect(), second.connect()])
    await first.query('begin; lock table transaction in row exclusive mode')
    const next = migrationFile('99-next', `${serves}${concurrently};`)
    const ran = migrate(url, [...readMigrations(), next])
    await eventually(async () => {
      const { rows } = await second.query(`select 1 from pg_stat_progress_create_index`)
      return rows.length === 1
    })
    await second.query(
      `set lock_timeout = '1s'; begin; lock table transaction in row exclusive mode; commit`,
    )
    await first.query('commit')
    assert.deepEqual(await ran, ['99-next'])
    const { rows } = await second.query(
      `select indisvalid from pg_index where indexrelid = 'quick'::regclass`,
    )
    assert.deepEqual(rows, [{ indisvalid: true }])
    await Promise.all([first.end(), second.end()])
  })
})
