import { fail } from '#domain/errors/errors.ts'
import type { Person } from '#domain/people/person.ts'
import { isPasswordOf } from '#platform/password-hash.ts'
import { attemptFailed, attemptSucceeded, beginAttempt } from './attempts.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** The password that was right, as it is kept: a change of it can be told by this. */
export type ConfirmedPassword = string & { readonly __kind: 'confirmed password' }

/**
 * The password that each write asks for (spec: Authentication, 7). Refusals: wrong_password; after five of them in a
 * quarter hour too_many_attempts, also for the right one.
 */
export async function confirmPassword(
  database: Database,
  { id }: Pick<Person, 'id'>,
  password: string,
): Promise<ConfirmedPassword> {
  const attempt = await beginAttempt(database, { account: `password ${id}` })
  const sql = onPool(database.pool)
  const [row] = await sql.rows<{ hash: string }>(
    `select password_hash as hash from person where id = $1 and status = 'active'`,
    [id],
  )
  const isRight = await isPasswordOf(row?.hash ?? null, password)
  if (row === undefined || !isRight) {
    await attemptFailed(sql, attempt)
    throw fail('wrong_password')
  }
  await attemptSucceeded(sql, attempt)
  return row.hash as ConfirmedPassword
}
