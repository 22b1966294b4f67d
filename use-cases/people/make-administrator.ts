import { randomUUID } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { readEmail, type StaffMember } from '#domain/people/person.ts'
import { logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { accountError, giveInvitation, insertInvited, type Invited } from './invitations.ts'
import { forgetCodes } from '#use-cases/sessions/one-time-codes.ts'
import { personColumns, personIn, type PersonRow } from './columns.ts'
import { endSessions } from '#use-cases/sessions/sessions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/**
 * The way in for whoever runs the processes: the first administrator of the staff, while no administrator is active; or, for
 * an administrator of this address, a new code, without one-time codes. Refusals: operation_not_allowed where administrators
 * are active, email_taken by another member.
 */
export async function makeAdministrator(
  database: Pick<Database, 'pool' | 'keyring'>,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<Invited<'staff'>> {
  try {
    return await inTransaction(database.pool, async (sql) => {
      await sql.rows(`select pg_advisory_xact_lock(hashtextextended('staff administrators', 0))`)
      const known = await findAdministrator(sql, email)
      const invited = known
        ? { person: known, invitationCode: await letInAgain(sql, database, known) }
        : await insertFirst(sql, database, { name, email })
      const { person } = invited
      const act = known ? 'person.renew_invitation' : 'person.invite'
      const subject = { kind: 'person', id: person.id }
      const cause = { requestId: randomUUID(), reason: 'npm run staff' }
      await logAct(sql, person, { act, subject, details: { role: person.role }, cause })
      return invited
    })
  } catch (error) {
    throw accountError(error)
  }
}

async function findAdministrator(sql: Sql, email: string): Promise<StaffMember | undefined> {
  const [row] = await sql.rows<PersonRow>(
    `select ${personColumns} from person p
     where p.realm = 'staff' and p.email = $1 and p.role = 'administrator' and p.status <> 'disabled'
     for no key update`,
    [readEmail(email)],
  )
  return row && personIn('staff', row)
}

async function letInAgain(
  sql: Sql,
  database: Pick<Database, 'keyring'>,
  { id }: StaffMember,
): Promise<string> {
  await forgetCodes(sql, id)
  await endSessions(sql, { id }, 'one_time_codes')
  return giveInvitation(sql, database, id)
}

async function insertFirst(
  sql: Sql,
  database: Pick<Database, 'keyring'>,
  named: { readonly name: string; readonly email: string },
): Promise<Invited<'staff'>> {
  const active = await sql.rows(
    `select id from person where realm = 'staff' and role = 'administrator' and status = 'active' limit 1`,
  )
  if (active.length > 0) throw fail('operation_not_allowed')
  const account = { realm: 'staff', merchantId: null, role: 'administrator', ...named } as const
  return insertInvited<'staff'>(sql, database, { ...account, invitedBy: null })
}
