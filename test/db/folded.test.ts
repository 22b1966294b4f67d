import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Pool } from 'pg'
import { lastFolded } from '#db/folded.ts'
import { migrate } from '#db/migrate.ts'
import { readMigrations } from '#db/migrations.ts'
import { requireSchema } from '#db/schema-check.ts'
import { ask } from '#test/support/schema.ts'
import { sharedStack } from '#test/support/stack.ts'

/** Name and checksum of each of the migrations that were folded. */
const earlier = readFileSync(new URL('earlier-migrations.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

const files = readMigrations()
const folded = files.filter(({ name }) => name <= lastFolded)
const later = files.slice(folded.length).map(({ name }) => name)

describe('a database of before the migrations were folded', () => {
  it('is taken over by the migrator, without what only code of before used', async () => {
    const url = await givenEarlier()
    assert.deepEqual(await migrate(url), later)
    const pool = new Pool({ connectionString: url })
    await requireSchema(pool)
    await pool.end()
    assert.deepEqual(
      await ran(url),
      files.map(({ name }) => ({ name })),
    )
    const [index] = await ask(url, `select to_regclass('payout_file_line_alike') as name`)
    assert.deepEqual(index, { name: null })
    assert.deepEqual(await migrate(url), [], 'and has nothing to do afterwards')
  })

  it('is refused, and stays as it is, where one of them did not run or was edited', async () => {
    for (const change of [
      `delete from mikro_orm_migrations where name = '87-payers-kept';
       delete from migration_checksum where name = '87-payers-kept'`,
      `update migration_checksum set checksum = repeat('0', 64) where name = '83-paid-after-all'`,
    ]) {
      const url = await givenEarlier()
      await ask(url, change)
      const before = await ran(url)
      await assert.rejects(migrate(url), /the database is not of this version/)
      assert.deepEqual(await ran(url), before)
    }
  })
})

function ran(url: string): Promise<{ name: string }[]> {
  return ask(url, 'select name from mikro_orm_migrations order by name')
}

/** Its schema is the same but for an index. */
async function givenEarlier(): Promise<string> {
  const url = await (await sharedStack()).createEmptyDatabase()
  await migrate(url, folded)
  await ask(
    url,
    `delete from mikro_orm_migrations; delete from migration_checksum;
     create index payout_file_line_alike on payout_file_line (account_id, amount) where reference is null`,
  )
  await ask(
    url,
    `with told as (select * from unnest($1::text[], $2::text[]) as t(name, checksum)), kept as (
       insert into migration_checksum (name, checksum) select name, checksum from told)
     insert into mikro_orm_migrations (name) select name from told`,
    [earlier.map(([name]) => name), earlier.map(([, checksum]) => checksum)],
  )
  return url
}
