import type { CodecKey } from '#platform/payload-codec.ts'
import { requireCodecKeys } from './codec-keys.ts'
import type { Database } from './connect.ts'
import { requireMasterKey } from './master-key.ts'
import { requireRights } from './rights-check.ts'
import { requireSchema } from './schema-check.ts'
import { requireSession } from './session-check.ts'

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
