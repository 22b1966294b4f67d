import { fail } from '#domain/errors/errors.ts'
import { isPasswordAllowed } from '#domain/people/password-rules.ts'
import type { Realm } from '#domain/people/person.ts'
import { hashPassword } from '#platform/password-hash.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { endSessions, type OpenedSession, openSession, type Session } from './sessions.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { confirmPassword } from './confirm-password.ts'

export interface PasswordChange {
  readonly current: string
  readonly next: string
  readonly cause: ActCause
}

/**
 * Changes one's own password and ends all own sessions; returns a new one. Refusals: invalid_password,
 * wrong_password, too_many_attempts; action_not_allowed if another change came first.
 */
export async function changePassword<R extends Realm>(
  database: Database,
  { person }: Pick<Session<R>, 'person'>,
  { current, next, cause }: PasswordChange,
): Promise<OpenedSession<R>> {
  if (!isPasswordAllowed(next, person.email) || next === current) throw fail('invalid_password')
  const confirmed = await confirmPassword(database, person, current)
  const hash = await hashPassword(next, 'known')
  return inTransaction(database.pool, async (tx) => {
    const changed = await tx.run(change({ id: person.id, confirmed, hash }))
    if (changed === 0) throw fail('action_not_allowed')
    await endSessions(tx, { id: person.id }, 'password')
    await logAct(tx, person, { act: 'password.change', cause })
    return openSession(tx, person)
  })
}

const change = prepared(
  (p: Params<{ id: Session['person']['id']; confirmed: string; hash: string }>) =>
    db
      .updateTable('person')
      .set({ passwordHash: p.hash })
      .where('id', '=', p.id)
      .where('passwordHash', '=', p.confirmed)
      .where('status', '=', 'active'),
)
