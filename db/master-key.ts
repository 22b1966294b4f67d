import { EnvError } from '#platform/env-error.ts'
import type { Database } from './connect.ts'
import { sealedColumns } from './sealed-columns.ts'
import { noteSealingKey, requireSealingKeys } from './sealing-keys.ts'
import { onPool, type Sql } from './sql.ts'
import { db, prepared } from './statements.ts'

/**
 * Makes the keyring compute digests with this database's digest key, and checks that MASTER_KEY belongs to it: an
 * `EnvError` if none of its keys opens the database, or if it lacks one that something is still sealed under. A
 * database without a digest key adopts the first key, which has made all digests so far.
 */
export async function requireMasterKey({ pool, keyring }: Parts): Promise<void> {
  const books = onPool(pool)
  if (!(await useDigestKey(books, keyring))) {
    await books.run(
      insert(keyring.seal(sealedColumns.digestKey, `${digestKeyId}`, keyring.digestKey)),
    )
    await useDigestKey(books, keyring)
  }
  await requireSealingKeys(books, keyring)
  await noteSealingKey(books, keyring)
}

type Parts = Pick<Database, 'pool' | 'keyring'>

const digestKeyId = 1

/** False if the database has no digest key. An `EnvError` as above. */
export async function useDigestKey(books: Sql, keyring: Parts['keyring']): Promise<boolean> {
  const row = await books.first(digestKey({}))
  if (row === undefined) return false
  try {
    keyring.digestUnder(keyring.open(sealedColumns.digestKey, `${digestKeyId}`, row.keySealed))
  } catch {
    throw new EnvError(['MASTER_KEY holds no key that opens what is in this database.'])
  }
  return true
}

const digestKey = prepared(() =>
  db.selectFrom('digestKey').select('keySealed').where('id', '=', digestKeyId),
)

const insert = (keySealed: Buffer) =>
  db
    .insertInto('digestKey')
    .values({ id: digestKeyId, keySealed })
    .onConflict((conflict) => conflict.column('id').doNothing())
