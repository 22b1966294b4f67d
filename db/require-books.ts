import type { CodecKey } from '#platform/payload-codec.ts'
import { requireCodecKeys } from './codec-keys.ts'
import type { Database } from './connect.ts'
import { requireMasterKey } from './master-key.ts'
import { requireRights } from './rights-check.ts'
import { requireSchema } from './schema-check.ts'
import type { Pool } from 'pg'
import { EnvError } from '#platform/env-error.ts'
import { DatabaseUnavailable, translate } from './sql.ts'

/**
 * For the start of a process: checks that it can run on this database with its settings. Each problem is an `EnvError`
 * with one line that says what to do: connections, version, rights, keys.
 */
export async function requireBooks(
  database: Database,
  codecKeys: readonly CodecKey[],
): Promise<void> {
  await requireSession(database.pool)
  await requireSchema(database.pool)
  await requireRights(database.pool)
  await requireMasterKey(database)
  await requireCodecKeys(database.pool, codecKeys)
}

/**
 * For the start of a process: refuses, in one line, connections from a pooler without the parameters that every
 * statement relies on, and a pooler that rejects ours. A database that does not answer is not checked.
 */
async function requireSession(pool: Pick<Pool, 'query'>): Promise<void> {
  const missing = await missingSettings(pool).catch((error: unknown) => {
    if (error instanceof Error && refusesOptions.test(error.message)) throw new EnvError([pooled])
    if (translate(error) instanceof DatabaseUnavailable) return []
    throw error
  })
  if (missing.length > 0) throw new EnvError([unset(missing)])
}

async function missingSettings(pool: Pick<Pool, 'query'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(asked)
  return rows.map(({ name }) => name)
}

const asked = `select name from pg_settings where setting = '0'
    and name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
  union all select name from pg_settings where name = 'TimeZone' and setting not in ('UTC', 'Etc/UTC')
  order by 1`

const refusesOptions = /unsupported startup parameter/
const pooled =
  'DATABASE_URL leads through a pooler that takes no settings at the start of a session: set DATABASE_DIRECT_URL to PostgreSQL itself (docs/deploying.md#pgbouncer).'

function unset(names: readonly string[]): string {
  return `DATABASE_URL: connections of the pooler come without ${names.join(', ')}: give the role its settings by deploy/postgres/roles.sql, then make the pooler reconnect (docs/deploying.md#pgbouncer).`
}
