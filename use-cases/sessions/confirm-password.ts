import { fail } from '#domain/errors/errors.ts'
import type { Person } from '#domain/people/person.ts'
import { isPasswordOf } from '#platform/password-hash.ts'
import { attemptFailed, attemptSucceeded, beginAttempt } from './attempts.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The password that was right, as it is kept: a change of it can be told by this. */
export type ConfirmedPassword = string & { readonly __kind: 'confirmed password' }

/**
 * The password that each write asks for (docs/people-and-roles.md#writes-in-the-portal). Refusals: wrong_password;
 * after five of them in a quarter hour too_many_attempts, also for the right one.
 */
export async function confirmPassword(
  database: Database,
  { id }: Pick<Person, 'id'>,
  password: string,
): Promise<ConfirmedPassword> {
  const attempt = await beginAttempt(database, { account: `password ${id}` })
  const books = onPool(database.pool)
  const hash = (await books.first(hashOf({ id })))?.passwordHash ?? null
  const isRight = await isPasswordOf(hash, password)
  if (hash === null || !isRight) {
    await attemptFailed(books, attempt)
    throw fail('wrong_password')
  }
  await attemptSucceeded(books, attempt)
  return hash as ConfirmedPassword
}

const hashOf = prepared((p: Params<Pick<Person, 'id'>>) =>
  db
    .selectFrom('person')
    .select('passwordHash')
    .where('id', '=', p.id)
    .where('status', '=', 'active'),
)
