import { Pool } from 'pg'
import { commandWord } from '#platform/command-words.ts'
import { exitOnEnvError } from '#platform/env-error.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import { connectClient } from '#platform/temporal.ts'
import { registerSearchAttributes } from '#platform/temporal-search-attributes.ts'
import { keywordAttributes } from '#workflows/contract/search-attributes.ts'
import { poolOptions } from './config.ts'
import { claimNamespace, markRestored } from './installation.ts'
import { migrate } from './migrate.ts'
import { print } from '#platform/print.ts'

/**
 * `npm run migrate -- [--restored]`: brings database and Temporal namespace up to this version, then ends; with
 * `--restored`, records that the database was just restored to an earlier moment.
 */
async function main(): Promise<void> {
  const isRestored = commandWord('npm run migrate -- [--restored]', '--restored') !== undefined
  const env = readCommandEnv()
  const url = env.databaseDirectUrl ?? env.databaseUrl
  const ran = await migrate(url)
  print(ran.length === 0 ? 'The database is up to date.' : `Migrated: ${ran.join(', ')}.`)
  const temporal = connectClient(env)
  const pool = new Pool(poolOptions({ url, poolSize: 1 }))
  const { temporalNamespace: namespace } = env
  try {
    if (isRestored) {
      await markRestored(pool)
      print('Recorded: the database was restored to an earlier moment.')
    }
    await claimNamespace({ pool, namespace, call: temporal.call })
  } finally {
    await pool.end()
  }
  const added = await registerSearchAttributes(temporal, env.temporalNamespace, keywordAttributes)
  print(
    added.length === 0 ? 'Temporal has all search attributes.' : `Registered: ${added.join(', ')}.`,
  )
  await temporal.close()
}

main().catch((error: unknown) => exitOnEnvError(error))
