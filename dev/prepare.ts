import { Pool } from 'pg'
import { poolOptions } from '#db/config.ts'
import { connectDatabase } from '#db/connect.ts'
import { markRestored } from '#db/installation.ts'
import { requireMasterKey } from '#db/master-key.ts'
import { migrate } from '#db/migrate.ts'
import { databaseOf } from '#platform/env-database.ts'
import type { Env, ServiceAddresses } from '#platform/env.ts'
import { createKeyring } from '#platform/keyring.ts'
import { masterKeysOf } from '#platform/master-key.ts'
import { registerSearchAttributes } from '#platform/temporal-search-attributes.ts'
import { connectClient } from '#platform/temporal.ts'
import { StartError, step } from './say.ts'
import { seedDemo, type Demo } from './seed.ts'
import type { TemporalSettings } from './temporal-settings.ts'

/**
 * Migrates database and Temporal to this version of the code, and creates the demo merchant if it is missing. If the
 * database was just restored, records that before anything runs on it.
 */
export async function prepare(
  env: Env & ServiceAddresses,
  settings: TemporalSettings,
  isRestored: boolean,
): Promise<Demo> {
  const url = env.databaseDirectUrl ?? env.databaseUrl
  await step('Database migrated', () => reach('DATABASE_URL', () => migrate(url)))
  if (isRestored) await step('Restored database recorded', () => recordRestored(url))
  await reach('TEMPORAL_ADDRESS', () => registerNames(env, settings))
  return step('Demo merchant ready', () => seed(env))
}

async function reach(variable: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (!unreachable.includes(code)) throw error
    throw new StartError(
      `The server of ${variable} does not answer: is it running, and is the address right?`,
    )
  }
}

/** Connection errors of the system, and gRPC's "deadline exceeded" and "unavailable". */
const unreachable: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  4,
  14,
]

async function recordRestored(url: string): Promise<void> {
  const pool = new Pool(poolOptions({ url, poolSize: 1 }))
  try {
    await markRestored(pool)
  } finally {
    await pool.end()
  }
}

async function registerNames(env: Env, settings: TemporalSettings): Promise<void> {
  const temporal = connectClient(env)
  try {
    await registerSearchAttributes(temporal, env.temporalNamespace, settings.searchAttributes)
  } finally {
    await temporal.close()
  }
}

async function seed(env: Env & ServiceAddresses): Promise<Demo> {
  const keyring = createKeyring(masterKeysOf(env))
  const database = await connectDatabase({ ...databaseOf(env), keyring })
  try {
    await requireMasterKey(database)
    return await seedDemo(database, env.publicUrl)
  } finally {
    await database.close()
  }
}
