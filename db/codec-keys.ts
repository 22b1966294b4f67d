import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { EnvError } from '#platform/env-error.ts'
import type { CodecKey } from '#platform/payload-codec.ts'
import { now } from './functions.ts'
import { inTransaction } from './sql.ts'
import { db, type Params, prepared } from './statements.ts'

/**
 * Sees to it that all processes of these books encrypt alike: what one wrote to Temporal the others must open. An
 * `EnvError` where a name stands for another key than before, or where the key that encrypts is not given.
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

/** Tells keys apart, and nothing of them: they are random. */
function digestOf(key: Buffer): Buffer {
  return createHmac('sha256', key).update('payment-service codec key').digest()
}

type Key = { name: string; digest: Buffer }

const noting = (p: Params<Key>) =>
  db.insertInto('codecKey').values({ name: p.name, digest: p.digest, encryptsSince: null })

const note = prepared((p: Params<Key>) =>
  noting(p)
    // What is there stays, and is told.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: p.name }))
    .returning('digest'),
)

const noteCurrent = prepared((p: Params<Key>) =>
  db
    .insertInto('codecKey')
    .values({ name: p.name, digest: p.digest, encryptsSince: now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ encryptsSince: eb.fn.coalesce('codecKey.encryptsSince', now) })),
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
