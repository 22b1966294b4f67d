import { fail } from '#domain/errors/errors.ts'
import type { People, Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { changeManaged, disableAccount, type Managed } from './change-managed.ts'

/**
 * Disables somebody: their sessions end at once, and an invitation opens nothing more. Refusals: user_not_found,
 * operation_not_allowed, last_administrator.
 */
export async function disablePerson<R extends Realm>(
  database: Database,
  managed: Managed<R>,
): Promise<People[R]> {
  return changeManaged(database, managed, {
    act: 'person.disable',
    make: (sql, { id }) => disableAccount(sql, id),
  })
}

/**
 * Lets somebody in again, with the password of before; who had none needs a new invitation. Refusals: user_not_found,
 * operation_not_allowed, action_not_allowed where they are not disabled.
 */
export async function enablePerson<R extends Realm>(
  database: Database,
  managed: Managed<R>,
): Promise<People[R]> {
  return changeManaged(database, managed, {
    act: 'person.enable',
    make: async (sql, { id, status }) => {
      if (status !== 'disabled') throw fail('action_not_allowed')
      await sql.rows(
        `update person set status = case when password_hash is null then 'invited' else 'active' end where id = $1`,
        [id],
      )
    },
  })
}
