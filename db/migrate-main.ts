import { Pool } from 'pg'
import { exitOnEnvError } from '#platform/env-error.ts'
import { readEnv, requireServices } from '#platform/env.ts'
import { connectClient } from '#platform/temporal.ts'
import { registerSearchAttributes } from '#platform/temporal-search-attributes.ts'
import { keywordAttributes } from '#workflows/contract/search-attributes.ts'
import { poolOptions } from './config.ts'
import { claimNamespace } from './installation.ts'
import { migrate } from './migrate.ts'

/** `npm run migrate`: brings database and Temporal namespace up to this version, then ends. */
async function main(): Promise<void> {
  const env = requireServices(readEnv())
  const url = env.databaseDirectUrl ?? env.databaseUrl
  const ran = await migrate(url)
  print(ran.length === 0 ? 'The database is up to date.' : `Migrated: ${ran.join(', ')}.`)
  const temporal = connectClient(env)
  const pool = new Pool(poolOptions({ url, poolSize: 1 }))
  const { temporalNamespace: namespace } = env
  try {
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

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().catch((error: unknown) => exitOnEnvError(error))
