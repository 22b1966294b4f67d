import { EnvError } from '#platform/env-error.ts'
import type { Keyring } from '#platform/keyring.ts'
import type { Sql } from './sql.ts'
import { db, type Params, prepared } from './statements.ts'

/** Refuses, by an `EnvError`, keys of which one is missing that something may still be sealed under. */
export async function requireSealingKeys(books: Sql, { prefixes }: Prefixes): Promise<void> {
  const ours = new Set(prefixes.map(nameOf))
  const needed = await books.all(allNames({}))
  if (needed.some(({ name }) => !ours.has(name))) throw new EnvError([missing])
}

type Prefixes = Pick<Keyring, 'prefixes'>

const missing =
  'MASTER_KEY: something is still sealed under a key that is not in it. Give it all keys of the other processes, then npm run rotate-master-key (docs/runbook.md#master-key).'

const allNames = prepared(() => db.selectFrom('sealingKey').select('name'))

/** Notes that something may be sealed under this key from now on. */
export async function noteSealingKey(
  books: Sql,
  { sealedPrefix }: Pick<Keyring, 'sealedPrefix'>,
): Promise<void> {
  await noteNames(books, [sealedPrefix])
}

/** The same for all keys: those after the first have sealed what a rotation has not reached. */
export async function noteSealingKeys(books: Sql, { prefixes }: Prefixes): Promise<void> {
  await noteNames(books, prefixes)
}

async function noteNames(books: Sql, prefixes: readonly Buffer[]): Promise<void> {
  await books.run(
    db
      .insertInto('sealingKey')
      .values(prefixes.map((prefix) => ({ name: nameOf(prefix) })))
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** After a rotation: nothing is sealed under any key but the first. */
export async function forgetOtherKeys(
  books: Sql,
  { sealedPrefix }: Pick<Keyring, 'sealedPrefix'>,
): Promise<void> {
  await books.run(forgetOthers({ name: nameOf(sealedPrefix) }))
}

const forgetOthers = prepared((p: Params<{ name: string }>) =>
  db.deleteFrom('sealingKey').where('name', '<>', p.name),
)

const nameOf = (prefix: Buffer): string => prefix.toString('hex')
