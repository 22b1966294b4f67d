import { databaseOf, type DatabasePlace } from '#platform/env-database.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { EnvError, exitOnEnvError } from '#platform/env-error.ts'
import { connectDatabase } from '#db/connect.ts'
import { requireMasterKey } from '#db/master-key.ts'
import { createKeyring, type Keyring } from '#platform/keyring.ts'
import { masterKeysOf } from '#platform/master-key.ts'
import { searchReferenceOf } from '#platform/search-reference.ts'

/** `npm run search-value -- REFERENCE`: prints the value that finds a merchant's reference in the Temporal UI. */
async function main(): Promise<void> {
  const [reference, ...more] = process.argv.slice(2)
  if (reference === undefined || reference.startsWith('--') || more.length > 0)
    throw new EnvError(['Usage: npm run search-value -- REFERENCE'])
  const env = readEnv()
  const value = env.temporalCodecKeys.length === 0 ? reference : await digestOf(reference, env)
  process.stdout.write(`Reference = '${value.replaceAll("'", "''")}'\n`)
}

async function digestOf(reference: string, env: Env): Promise<string> {
  const keyring = createKeyring(masterKeysOf(env))
  const { databaseUrl } = env
  if (databaseUrl !== undefined) await useDigestKeyAt(databaseOf({ ...env, databaseUrl }), keyring)
  return searchReferenceOf(env, keyring)?.(reference) ?? reference
}

/** Without a database address, the first key is assumed to be the digest key. */
async function useDigestKeyAt(place: DatabasePlace, keyring: Keyring): Promise<void> {
  const database = await connectDatabase({ ...place, keyring })
  try {
    await requireMasterKey(database)
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => exitOnEnvError(error))
