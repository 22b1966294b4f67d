import { fail } from '#domain/errors/errors.ts'
import type { Person } from '#domain/people/person.ts'
import { isPasswordOf } from '#platform/password-hash.ts'
import { noProof, takeProof } from '#use-cases/passkeys/proofs.ts'
import { attemptFailed, attemptSucceeded, beginAttempt } from './attempts.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The password that was right, as it is kept: a change of it can be told by this. */
export type ConfirmedPassword = string & { readonly __kind: 'confirmed password' }

/**
 * The password that each write asks for (docs/people-and-roles.md#writes-in-the-portal), or the proof that a passkey of
 * this person's was right for this very act. Refusals: wrong_password; after five of them in a quarter hour
 * too_many_attempts, also for the right one; invalid_passkey.
 */
export async function confirmPassword(
  database: Database,
  { id }: Pick<Person, 'id'>,
  password: string,
): Promise<ConfirmedPassword> {
  const books = onPool(database.pool)
  const isProof = password === noProof || (await takeProof(database, { id }, password))
  if (isProof) return confirmedByPasskey(await kept(books, id), password)
  const attempt = await beginAttempt(database, { account: `password ${id}` })
  const hash = await kept(books, id)
  const isRight = await isPasswordOf(hash, password)
  if (hash === null || !isRight) {
    await attemptFailed(books, attempt)
    throw fail('wrong_password')
  }
  await attemptSucceeded(books, attempt)
  return hash as ConfirmedPassword
}

/** What is not guessed is not counted as a try. */
function confirmedByPasskey(hash: string | null, given: string): ConfirmedPassword {
  if (hash === null || given === noProof) throw fail('invalid_passkey')
  return hash as ConfirmedPassword
}

async function kept(books: Sql, id: Person['id']): Promise<string | null> {
  return (await books.first(hashOf({ id })))?.passwordHash ?? null
}

const hashOf = prepared((p: Params<Pick<Person, 'id'>>) =>
  db
    .selectFrom('person')
    .select('passwordHash')
    .where('id', '=', p.id)
    .where('status', '=', 'active'),
)
