import { MikroORM } from '@mikro-orm/postgresql'
import { Client } from 'pg'
import { migratorOptions } from './config.ts'
import { type MigrationFile, readMigrations } from './migrations.ts'
import { grantRights } from './rights.ts'
import { requireOwnership } from './rights-check.ts'
import { requireOwn } from './schema-check.ts'

/** One migrator at a time; a second one waits, and then finds nothing to do. */
const migrationLock = 7_310_226

/**
 * Migrates the database to this version of the code; returns the names of the migrations that ran. A database of
 * another version, or with migrations edited since they ran, is refused and stays as it is.
 */
export async function migrate(
  url: string,
  files: readonly MigrationFile[] = readMigrations(),
): Promise<string[]> {
  const guard = new Client({ connectionString: url })
  // A connection lost while idle needs no report: the migration's own statements fail.
  guard.on('error', () => {})
  await guard.connect()
  const orm = new MikroORM(migratorOptions(url, files))
  try {
    await guard.query('select pg_advisory_lock($1)', [migrationLock])
    await requireOwn(guard, files)
    await requireOwnership(guard)
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
