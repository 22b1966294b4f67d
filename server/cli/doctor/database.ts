import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { poolOptions } from '#db/config.ts'
import { useDigestKey } from '#db/master-key.ts'
import { requireSealingKeys } from '#db/sealing-keys.ts'
import { readRights, type Rights, rightsText } from '#db/rights-check.ts'
import { requireSchema } from '#db/schema-check.ts'
import { onPool } from '#db/sql.ts'
import { databaseOf } from '#platform/env-database.ts'
import { EnvError } from '#platform/env-error.ts'
import { createKeyring } from '#platform/keyring.ts'
import { knownMasterKeys } from '#platform/master-key.ts'
import { failed, finding, type Finding, lineOf, warned } from './finding.ts'

/**
 * Checks that the database answers, has a supported version, agrees on the time, and grants the rights that processes
 * need.
 */
export async function checkDatabase(env: Given): Promise<readonly Finding[]> {
  const pool = new Pool(poolOptions({ ...databaseOf(env), poolSize: 1 }))
  pool.on('error', () => {})
  try {
    const { rows } = await pool.query<Told>(asked)
    const [told] = rows
    if (told === undefined) return []
    const schema = await schemaOf(pool)
    const key = schema.state === 'ok' ? [await masterKeyOf(pool, env)] : []
    return [
      versionOf(told),
      ...writesOf(told),
      clockOf(told),
      rightsOf(await readRights(pool)),
      roomOf(told, env),
      schema,
      ...key,
    ]
  } catch (error) {
    return [
      failed(
        'database',
        lineOf(error),
        'Is it up, is DATABASE_URL right (host, password, sslmode), and is it reached from here?',
      ),
    ]
  } finally {
    await pool.end()
  }
}

interface Given {
  readonly databaseUrl: string
  readonly databaseDirectUrl: string | undefined
  readonly databasePool: number
  readonly masterKeys: readonly Buffer[]
  readonly dataDir: string
}

interface Told {
  readonly version: number
  readonly at_ms: string
  /** The connection limit of PostgreSQL, and the connections in use. */
  readonly most: number
  readonly used: number
  readonly is_standby: boolean
  readonly is_read_only: boolean
}

const asked = `select current_setting('server_version_num')::int as version,
  (extract(epoch from clock_timestamp()) * 1000)::bigint::text as at_ms,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
  pg_is_in_recovery() as is_standby, current_setting('transaction_read_only')::bool as is_read_only`

const versionMin = 160_000
/** Codes, sessions and signatures from other machines are only valid for minutes. */
const clockDifferenceMsMax = 5000

function versionOf({ version }: Told): Finding {
  const said = `PostgreSQL ${Math.floor(version / 10_000)}`
  if (version >= versionMin) return finding('database', 'ok', said)
  return failed('database', said, 'Upgrade it to PostgreSQL 16 or later.')
}

/** A database that can only be read looks well until the first payment. */
function writesOf({ is_standby: isStandby, is_read_only: isReadOnly }: Told): readonly Finding[] {
  if (isStandby) {
    const todo =
      'Lead DATABASE_URL to the primary; if that one is lost, promote this one (docs/runbook.md#failover).'
    return [failed('writes', 'this PostgreSQL is a standby, and takes none', todo)]
  }
  if (!isReadOnly) return []
  const todo =
    'Find out who set default_transaction_read_only, and why: show it, then alter database … reset default_transaction_read_only (or alter role, or alter system).'
  return [failed('writes', 'PostgreSQL takes none: default_transaction_read_only is on', todo)]
}

function clockOf({ at_ms: atMs }: Told): Finding {
  const seconds = Math.round((Date.now() - Number(atMs)) / 1000)
  if (Math.abs(seconds) * 1000 <= clockDifferenceMsMax) {
    return finding('clock', 'ok', 'this machine and the database agree')
  }
  return failed(
    'clock',
    `this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database`,
    'Synchronise both clocks by NTP (timedatectl set-ntp true).',
  )
}

function rightsOf(rights: Rights): Finding {
  const { name, closed } = rights
  if (closed.length === 0) return finding('rights', 'ok', `${name} may read and write`)
  return failed(
    'rights',
    rightsText(rights),
    `Give it the rights of payments_serve (docs/deploying.md#roles): grant payments_serve to ${name};`,
  )
}

function roomOf({ most, used }: Told, { databaseDirectUrl, databasePool }: Given): Finding {
  const check = 'connections'
  // A pooler manages its own connections.
  const each = databaseDirectUrl === undefined ? databasePool + 1 : 1
  const said = `${used} of ${most} are in use; a process takes ${each} at most`
  if (most - used >= each) return finding(check, 'ok', said)
  return warned(
    check,
    said,
    'Raise max_connections, lower DATABASE_POOL, or put PgBouncer between (docs/deploying.md#connections).',
  )
}

async function masterKeyOf(pool: Pool, env: Given): Promise<Finding> {
  const check = 'master key'
  try {
    // Any other key opens nothing either.
    const keyring = createKeyring(knownMasterKeys(env) ?? [randomBytes(32)])
    const isInUse = await useDigestKey(onPool(pool), keyring)
    await requireSealingKeys(onPool(pool), keyring)
    if (env.masterKeys.length > 1) return warned(check, 'more than one key', rotate)
    return finding(check, 'ok', isInUse ? 'opens what is in the database' : 'of a new database')
  } catch (error) {
    return failed(check, lineOf(error), 'Give MASTER_KEY the keys of the other processes.')
  }
}

const rotate =
  'End the change of keys: npm run rotate-master-key, then leave the old one out (docs/runbook.md#master-key).'

async function schemaOf(pool: Pool): Promise<Finding> {
  try {
    await requireSchema(pool)
    return finding('schema', 'ok', 'of this version')
  } catch (error) {
    if (!(error instanceof EnvError)) return warned('schema', lineOf(error), 'Ask again.')
    return failed('schema', lineOf(error), 'Run npm run migrate, or start a version that knows it.')
  }
}
