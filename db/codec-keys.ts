import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { EnvError } from '#platform/env-error.ts'
import type { CodecKey } from '#platform/payload-codec.ts'
import { now } from './functions.ts'
import { inTransaction } from './sql.ts'
import { type Changes, db, type Params, prepared } from './statements.ts'

/**
 * Checks that all processes on this database use the same encryption keys, because each must be able to open what
 * another wrote to Temporal. An `EnvError` if a key's name used to stand for another key, or if the encrypting key is
 * missing.
 */
export async function requireCodecKeys(pool: Pool, keys: readonly CodecKey[]): Promise<void> {
  const problem = await inTransaction(pool, async (sql) => {
    for (const [at, { name, key }] of keys.entries()) {
      const digest = digestOf(key)
      const known = await sql.only((at === 0 ? noteCurrent : note)({ name, digest }))
      if (!digest.equals(known.digest)) {
        return `TEMPORAL_CODEC_KEYS holds another key under the name "${name}" than the one that is in use.`
      }
    }
    const current = await sql.first(newest({}))
    if (current === undefined || keys.some(({ name }) => name === current.name)) return undefined
    return `TEMPORAL_CODEC_KEYS must hold the key "${current.name}", which encrypts what Temporal keeps.`
  })
  if (problem !== undefined) throw new EnvError([problem])
}

/** Identifies a key without revealing it: keys are random. */
function digestOf(key: Buffer): Buffer {
  return createHmac('sha256', key).update('payment-service codec key').digest()
}

type Key = { name: string; digest: Buffer }

const noting = (p: Params<Key>) =>
  db.insertInto('codecKey').values({ name: p.name, digest: p.digest, encryptsSince: null })

const note = prepared((p: Params<Key>) =>
  noting(p)
    // An existing row stays as it is, and is returned.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: p.name }))
    .returning('digest'),
)

const noteCurrent = prepared((p: Params<Key>) =>
  db
    .insertInto('codecKey')
    .values({ name: p.name, digest: p.digest, encryptsSince: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb): Changes<'codecKey'> => ({
        encryptsSince: eb.fn.coalesce('codecKey.encryptsSince', now),
      })),
    )
    .returning('digest'),
)

const newest = prepared(() =>
  db
    .selectFrom('codecKey')
    .select('name')
    .where('encryptsSince', 'is not', null)
    .orderBy('encryptsSince', 'desc')
    .limit(1),
)
