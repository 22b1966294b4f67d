import { setTimeout as pause } from 'node:timers/promises'
import { MikroORM } from '@mikro-orm/postgresql'
import { Client } from 'pg'
import { EnvError } from '#platform/env-error.ts'
import { migratorOptions } from './config.ts'
import { takeOverFolded } from './folded.ts'
import { type MigrationFile, readMigrations } from './migrations.ts'
import { grantRights } from './rights.ts'
import { requireOwnership } from './rights-check.ts'
import { requireOwn } from './schema-check.ts'
import { translate } from './sql.ts'

/** One migrator at a time; a second one waits, and then finds nothing to do. */
const migrationLock = 7_310_226
/** How long it waits, and how often it asks. */
const turnMsMax = 3_600_000
const turnPauseMs = 200

/**
 * Migrates the database to this version of the code; returns the names of the migrations that ran. A database of
 * another version, or with migrations edited since they ran, is refused and stays as it is; one with the migrations
 * from before they were folded is taken over.
 */
export async function migrate(
  url: string,
  files: readonly MigrationFile[] = readMigrations(),
): Promise<string[]> {
  const guard = new Client({ connectionString: url })
  // A connection lost while idle needs no report: the migration's own statements fail.
  guard.on('error', () => {})
  await guard.connect().catch((error: unknown) => {
    throw translate(error)
  })
  const orm = new MikroORM(migratorOptions(url, files))
  try {
    await takeTurn(guard)
    await requireOwnership(guard)
    await takeOverFolded(guard, files)
    await requireOwn(guard, files)
    const ran = await orm.migrator.up()
    await orm.close(true)
    await grantRights(guard)
    return ran.map(({ name }) => name)
  } catch (error) {
    // MikroORM never returns a connection that was lost during a migration, and would wait for it forever.
    orm.close(true).catch(() => {})
    throw error
  } finally {
    await guard.end()
  }
}

/**
 * Polls until it is its turn. If it waited inside a statement, an index that the other migrator creates concurrently
 * would wait for it, and neither would continue.
 */
async function takeTurn(guard: Client): Promise<void> {
  const until = performance.now() + turnMsMax
  while (performance.now() < until) {
    const { rows } = await guard.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock($1) as "isOurs"',
      [migrationLock],
    )
    if (rows[0]?.isOurs === true) return
    await pause(turnPauseMs)
  }
  throw new EnvError(['Another migrator has been at work for an hour: see what it waits for.'])
}
