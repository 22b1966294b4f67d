import { fail } from '#domain/errors/errors.ts'
import {
  coolingMs,
  mayManage,
  type People,
  type Person,
  type Realm,
  type PersonStatus,
} from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { inMs } from '#db/functions.ts'
import { type Changes, db, type Params, prepared, sql } from '#db/statements.ts'
import { changeManaged, type Managed, disableAccount } from './change-managed.ts'
import type { Sql } from '#db/sql.ts'
import { letInByMail } from './invitations.ts'
import { requireRoom } from './room.ts'
import { type Seat, takeSeat } from './seat.ts'

/**
 * Changes somebody's role, or where a cashier sells, effective from their next request; another role approves nothing
 * for a day. Refusals: user_not_found, operation_not_allowed, last_administrator, and those of `takeSeat`.
 */
export async function changePersonRole<R extends Realm>(
  database: Database,
  managed: Managed<R>,
  { role, pointOfSaleId = null }: NewRole<R>,
): Promise<People[R]> {
  return changeManaged(database, managed, {
    act: 'person.change_role',
    details: { role, ...(pointOfSaleId && { pointOfSaleId }) },
    make: async (tx, person) => {
      if (!mayManage(managed.manager, role)) throw fail('operation_not_allowed')
      const seat = await takeSeat(tx, person, { role, pointOfSaleId })
      await tx.run(setRole({ id: person.id, role, ...seat }))
    },
  })
}

/** The role that somebody gets. */
interface NewRole<R extends Realm> {
  readonly role: People[R]['role']
  /** Where a cashier sells; no other role has one. */
  readonly pointOfSaleId?: string | null
}

const setRole = prepared((p: Params<Pick<Person, 'id' | 'role'> & Seat>) =>
  db
    .updateTable('person')
    .set((eb): Changes<'person'> => ({
      role: p.role,
      pointOfSaleId: p.pointOfSaleId,
      collaboratorId: p.collaboratorId,
      approvesFrom: eb
        .case()
        .when('role', '=', p.role)
        .then(eb.ref('approvesFrom'))
        .else(inMs(coolingMs))
        .end(),
    }))
    .where('id', '=', p.id),
)

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
 * user_not_found, operation_not_allowed, action_not_allowed if they are not disabled, members_too_many.
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
 * Enables a disabled account, which then approves nothing for a day, in the transaction that has locked it. Refusals:
 * action_not_allowed if it is enabled, members_too_many.
 */
export async function enableAccount(
  tx: Sql,
  { id, status, merchantId }: Pick<Person, 'id' | 'status' | 'merchantId'>,
): Promise<void> {
  if (status !== 'disabled') throw fail('action_not_allowed')
  await requireRoom(tx, merchantId)
  await tx.run(enable({ id }))
}

const enable = prepared((p: Params<{ id: Person['id'] }>) =>
  db
    .updateTable('person')
    .set((eb): Changes<'person'> => ({
      status: sql<PersonStatus>`case when ${eb.ref('passwordHash')} is null then 'invited' else 'active' end`,
      approvesFrom: inMs(coolingMs),
    }))
    .where('id', '=', p.id),
)

/**
 * Mails a new code to somebody who lost theirs, or forgot the password, which stays valid until another is chosen.
 * Refusals: user_not_found, operation_not_allowed, action_not_allowed if the account is disabled.
 */
export function renewInvitation<R extends Realm>(
  database: Database,
  managed: Managed<R>,
): Promise<People[R]> {
  return changeManaged(database, managed, {
    act: 'person.renew_invitation',
    make: (tx, { id, status }) => letInByMail(tx, database, { id, status, resets: false }),
  })
}

/**
 * Mails a code to somebody who lost the device and the recovery codes. Password, one-time codes and sessions stay
 * until it is used. Refusals: user_not_found, operation_not_allowed, action_not_allowed if the account is disabled.
 */
export function resetOneTimeCodes<R extends Realm>(
  database: Database,
  managed: Managed<R>,
): Promise<People[R]> {
  return changeManaged(database, managed, {
    act: 'person.reset_one_time_codes',
    make: (tx, { id, status }) => letInByMail(tx, database, { id, status, resets: true }),
  })
}
