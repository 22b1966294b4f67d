import { fail } from '#domain/errors/errors.ts'
import { changeActs, type ChangeKind } from '#domain/account-changes/change.ts'
import { coolingMs, type Person, type StaffMember } from '#domain/people/person.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { replaceOwner, resetOwner } from '#use-cases/merchants/owner.ts'
import { people, personIn } from '#use-cases/people/columns.ts'
import { inviteByMail, letInByMail } from '#use-cases/people/invitations.ts'
import { enableAccount } from '#use-cases/people/manage.ts'
import { tellOfAccount } from '#use-cases/people/tell.ts'
import type { Database } from '#db/connect.ts'
import { inMs } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { LockedChange } from './lock.ts'

interface Carried {
  readonly tx: Sql
  readonly database: Pick<Database, 'keyring'>
  readonly change: LockedChange
}

type Carrier = (carried: Carried) => Promise<Person>

/**
 * Carries out the change that two administrators want, in the transaction of the approval, and notifies the account's
 * owner.
 */
export async function carryOut(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  { change, by }: { readonly change: LockedChange; readonly by: StaffMember },
): Promise<{ readonly kind: 'person'; readonly id: string }> {
  const person = await carriers[change.kind]({ tx, database, change })
  const news = { act: changeActs[change.kind], by: by.id }
  await tellOfAccount(tx, database, { ...news, person })
  if (person.realm === 'portal') await tellOfAccount(tx, database, { ...news, person: null })
  return { kind: 'person', id: person.id }
}

const carriers: Readonly<Record<ChangeKind, Carrier>> = {
  invite: ({ tx, database, change }) =>
    inviteByMail<'staff'>(tx, database, {
      realm: 'staff',
      merchantId: null,
      role: given(change.role),
      name: given(change.name),
      email: given(change.email),
      invitedBy: change.askedBy,
    }),
  renew_invitation: (carried) => letIn(carried, false),
  reset_one_time_codes: (carried) => letIn(carried, true),
  async change_role({ tx, change }) {
    const person = await lockMember(tx, change)
    await tx.run(setRole({ id: person.id, role: given(change.role) }))
    return person
  },
  async enable({ tx, change }) {
    const person = await lockMember(tx, change)
    await enableAccount(tx, person)
    return person
  },
  async replace_owner({ tx, database, change }) {
    const { owner, before } = await replaceOwner(tx, database, {
      merchantId: given(change.merchantId),
      name: given(change.name),
      email: given(change.email),
      invitedBy: change.askedBy,
    })
    if (before !== null) {
      const news = { act: 'merchant.replace_owner', person: before, by: change.askedBy } as const
      await tellOfAccount(tx, database, news)
    }
    return owner
  },
  reset_owner: ({ tx, database, change }) => resetOwner(tx, database, given(change.merchantId)),
}

async function letIn({ tx, database, change }: Carried, resets: boolean): Promise<Person> {
  const person = await lockMember(tx, change)
  await letInByMail(tx, database, { ...person, resets })
  return person
}

/** For values that the schema guarantees. */
function given<Value>(value: Value | null): Value {
  if (value === null) throw new TypeError('a change of an account lacks what it is about')
  return value
}

async function lockMember(tx: Sql, { personId }: LockedChange): Promise<StaffMember> {
  const row = await tx.first(member({ id: given(personId) }))
  if (row === undefined) throw fail('user_not_found')
  return personIn('staff', row)
}

const member = prepared((p: Params<{ id: Person['id'] }>) =>
  people.where('person.id', '=', p.id).where('person.realm', '=', 'staff').forNoKeyUpdate(),
)

const setRole = prepared((p: Params<{ id: Person['id']; role: StaffRole }>) =>
  db
    .updateTable('person')
    .set({ role: p.role, approvesFrom: inMs(coolingMs) })
    .where('id', '=', p.id),
)
