import { fail } from '#domain/errors/errors.ts'
import type { Person } from '#domain/people/person.ts'
import { isPasswordOf } from '#platform/password-hash.ts'
import { noProof, takeProof } from '#use-cases/passkeys/proofs.ts'
import { attemptFailed, attemptSucceeded, beginAttempt, judged } from './attempts.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The stored hash of a correct password: it shows whether the password is changed later. */
export type ConfirmedPassword = string & { readonly __kind: 'confirmed password' }

/**
 * Checks the password that each write asks for (docs/people-and-roles.md#writes-in-the-portal), or the proof that the
 * person's passkey confirmed this action. Refusals: wrong_password; after five of them in a quarter hour
 * too_many_attempts, even for the right one; invalid_passkey.
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
  const isRight = await judged(books, attempt, () => isPasswordOf(hash, password, 'known'))
  if (hash === null || !isRight) {
    await attemptFailed(books, attempt)
    throw fail('wrong_password')
  }
  await attemptSucceeded(books, attempt)
  return hash as ConfirmedPassword
}

/** Proofs cannot be guessed, so they do not count as attempts. */
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
