import { fail } from '#domain/errors/errors.ts'
import type { People, Person, PersonStatus, Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { changeManaged, disableAccount, type Managed } from './change-managed.ts'

/**
 * Disables somebody: their sessions end at once, and an invitation stops working. Refusals: user_not_found,
 * operation_not_allowed, last_administrator.
 */
export async function disablePerson<R extends Realm>(
  database: Database,
  managed: Managed<R>,
): Promise<People[R]> {
  return changeManaged(database, managed, {
    act: 'person.disable',
    make: (tx, { id }) => disableAccount(tx, id),
  })
}

/**
 * Enables somebody again, with the previous password; without one they need a new invitation. Refusals:
 * user_not_found, operation_not_allowed, action_not_allowed if they are not disabled.
 */
export async function enablePerson<R extends Realm>(
  database: Database,
  managed: Managed<R>,
): Promise<People[R]> {
  return changeManaged(database, managed, {
    act: 'person.enable',
    make: enableAccount,
  })
}

/**
 * Enables a disabled account, in the transaction that has locked it. Refusal: action_not_allowed if it is enabled.
 */
export async function enableAccount(
  tx: Sql,
  { id, status }: Pick<Person, 'id' | 'status'>,
): Promise<void> {
  if (status !== 'disabled') throw fail('action_not_allowed')
  await tx.run(enable({ id }))
}

const enable = prepared((p: Params<{ id: Person['id'] }>) =>
  db
    .updateTable('person')
    .set((eb) => ({
      status: sql<PersonStatus>`case when ${eb.ref('passwordHash')} is null then 'invited' else 'active' end`,
    }))
    .where('id', '=', p.id),
)
