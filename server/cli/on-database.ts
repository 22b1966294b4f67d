import { connectDatabase, type Database } from '#db/connect.ts'
import { databaseOf } from '#platform/env-database.ts'
import type { requireServices } from '#platform/env.ts'
import { createKeyring } from '#platform/keyring.ts'
import { masterKeysOf } from '#platform/master-key.ts'

/** Works on the database of this environment, and always closes it afterwards. */
export async function onDatabase<Result>(
  env: ReturnType<typeof requireServices>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const keyring = createKeyring(masterKeysOf(env))
  const database = await connectDatabase({ ...databaseOf(env), keyring })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
