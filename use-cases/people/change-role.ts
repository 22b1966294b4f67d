import { fail } from '#domain/errors/errors.ts'
import { mayManage, type People, type Person, type Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { changeManaged, type Managed } from './change-managed.ts'

/**
 * Changes somebody's role, effective from their next request. Refusals: user_not_found, operation_not_allowed,
 * last_administrator.
 */
export async function changePersonRole<R extends Realm>(
  database: Database,
  managed: Managed<R>,
  role: People[R]['role'],
): Promise<People[R]> {
  return changeManaged(database, managed, {
    act: 'person.change_role',
    details: { role },
    make: async (tx, { id }) => {
      if (!mayManage(managed.manager, role)) throw fail('operation_not_allowed')
      await tx.run(setRole({ id, role }))
    },
  })
}

const setRole = prepared((p: Params<Pick<Person, 'id' | 'role'>>) =>
  db.updateTable('person').set({ role: p.role }).where('id', '=', p.id),
)
