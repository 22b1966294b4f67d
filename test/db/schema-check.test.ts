import assert from 'node:assert/strict'
import { Pool } from 'pg'
import { migrate } from '#db/migrate.ts'
import { migrationFile, type MigrationFile, readMigrations } from '#db/migrations.ts'
import { requireSchema } from '#db/schema-check.ts'
import { freePorts } from '#dev/ports.ts'
import { runCommand } from '#test/support/processes.ts'
import { ask, tablesOf } from '#test/support/schema.ts'
import { testEnvironment } from '#test/support/service.ts'
import { createDatabase, sharedStack } from '#test/support/stack.ts'

const files = readMigrations()
const [first, ...others] = files

/** The same migrations with this one changed after it ran. */
function edited(): MigrationFile[] {
  assert.ok(first)
  return [migrationFile(first.name, `${first.text}\n-- later`), ...others]
}

const next = migrationFile('99-next', 'create table next (id uuid primary key)')

describe('a database of another version', () => {
  let url: string
  let pool: Pool

  before(async () => {
    url = await createDatabase()
    pool = new Pool({ connectionString: url })
  })
  after(() => pool?.end())

  const line = (why: string) => ({
    name: 'EnvError',
    message: `DATABASE_URL: the database is not of this version: ${why}`,
  })

  async function unchanged(work: () => Promise<unknown>, why: string): Promise<void> {
    const before = await tablesOf(url)
    await assert.rejects(work(), line(why))
    assert.deepEqual(await tablesOf(url), before)
  }

  it('is told from one of this version, which starts', async () => {
    await requireSchema(pool)
    assert.deepEqual(await migrate(url), [])
  })

  it('is refused where a migration was edited after it ran, by processes and by the migrator', async () => {
    const why = 'the migration 01-merchants was edited after it ran. A change is a new migration.'
    await unchanged(() => requireSchema(pool, edited()), why)
    await unchanged(() => migrate(url, [...edited(), next]), why)
  })

  it('is refused where it knows a migration that we do not', async () => {
    const later = await createDatabase()
    assert.deepEqual(await migrate(later, [...files, next]), ['99-next'])
    const asked = new Pool({ connectionString: later })
    const why = line('it has the migration 99-next, which this version does not know.')
    const before = await tablesOf(later)
    await assert.rejects(requireSchema(asked, files), why)
    const another = migrationFile('99-other', 'create table other (id uuid primary key)')
    await assert.rejects(migrate(later, [...files, another]), why)
    assert.deepEqual(await tablesOf(later), before)
    await asked.end()
  })

  it('is served where what it has besides serves code of our version, and by none that is older still', async () => {
    const breaks = migrationFile('97-breaks', 'alter table merchant add column sooner text')
    const ours = [...files, breaks]
    const later = await createDatabase()
    const asked = new Pool({ connectionString: later })
    const adds = migrationFile(
      '98-adds',
      '-- Serves code from 97-breaks.\nalter table merchant add column later text',
    )
    assert.deepEqual(await migrate(later, [...ours, adds]), ['97-breaks', '98-adds'])
    await requireSchema(asked, ours)
    assert.deepEqual(await migrate(later, ours), [], 'a migrator of ours has nothing to do')
    await assert.rejects(
      requireSchema(asked, files),
      line('it has the migrations 97-breaks, 98-adds, which this version does not know.'),
    )

    // It takes away what the code before 98-adds used.
    const takes = migrationFile(
      '99-takes',
      '-- Serves code from 98-adds.\nalter table merchant drop column later',
    )
    await migrate(later, [...ours, adds, takes])
    await requireSchema(asked, [...ours, adds])
    await assert.rejects(
      requireSchema(asked, ours),
      line('it has the migration 99-takes, which this version does not know.'),
    )
    await asked.end()
  })

  it('is refused by processes where it lacks one, until the migrator has run', async () => {
    await unchanged(
      () => requireSchema(pool, [...files, next]),
      'it lacks the migration 99-next. Run `npm run migrate` first.',
    )
    const other = await createDatabase()
    assert.deepEqual(await migrate(other, [...files, next]), ['99-next'])
    const [row] = await ask(other, "select to_regclass('next')::text as name")
    assert.deepEqual(row, { name: 'next' })
  })

  it('is refused by processes where nothing has run', async () => {
    const empty = await (await sharedStack()).createEmptyDatabase()
    const asked = new Pool({ connectionString: empty })
    const more = files.length - 3
    await assert.rejects(
      requireSchema(asked),
      line(
        `it lacks the migrations 01-merchants, 02-people, 03-terminals and ${more} more. Run \`npm run migrate\` first.`,
      ),
    )
    await asked.end()
  })

  it('is refused where an entity does not find a column, or finds one of another type, but not for what it has besides', async () => {
    const altered = await createDatabase()
    const asked = new Pool({ connectionString: altered })
    await ask(altered, 'alter table refund add column later text; create table later (id uuid)')
    await requireSchema(asked)
    await ask(
      altered,
      'alter table refund drop column callbacks; alter table outbox alter column tries type bigint',
    )
    await assert.rejects(
      requireSchema(asked),
      line('outbox.tries is bigint, not integer; refund.callbacks is not there.'),
    )
    await asked.end()
  })

  it('ends API, worker and migrator at their start, with that one line and 1, and stays as it is', async () => {
    const [edited, later, altered] = [
      await createDatabase(),
      await createDatabase(),
      await createDatabase(),
    ]
    await ask(edited, `update migration_checksum set checksum = '' where name = '01-merchants'`)
    await ask(later, `insert into mikro_orm_migrations (name) values ('99-next')`)
    await ask(altered, 'alter table refund drop column callbacks')
    const left = await Promise.all([edited, later, altered].map(tablesOf))
    const told = [
      await end('server/main.ts', edited),
      await end('db/migrate-main.ts', edited),
      await end('db/migrate-main.ts', later),
      await end('worker/main.ts', altered),
    ]
    assert.deepEqual(
      told,
      [
        'the migration 01-merchants was edited after it ran. A change is a new migration.',
        'the migration 01-merchants was edited after it ran. A change is a new migration.',
        'it has the migration 99-next, which this version does not know.',
        'refund.callbacks is not there.',
      ].map((why) => ({ code: 1, output: `${line(why).message}\n` })),
    )
    assert.deepEqual(await Promise.all([edited, later, altered].map(tablesOf)), left)
  }).timeout(90_000)

  it('is not judged while it does not answer: statements say so', async () => {
    const [port = 0] = await freePorts(1)
    const away = new Pool({ connectionString: url.replace(/:\d+\//, `:${port}/`) })
    await requireSchema(away)
    await away.end()
  })

  function end(main: string, databaseUrl: string) {
    const places = { databaseUrl, temporalAddress: 'nobody:1', namespace: 'none' }
    return runCommand({ main }, testEnvironment(places))
  }
})
