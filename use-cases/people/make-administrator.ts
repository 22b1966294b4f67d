import { fail } from '#domain/errors/errors.ts'
import { readEmail, type StaffMember } from '#domain/people/person.ts'
import { logCommand } from '#use-cases/audit/log-command.ts'
import type { Database } from '#db/connect.ts'
import { accountError, giveInvitation, insertInvited, type Invited } from './invitations.ts'
import { forgetCodes } from '#use-cases/sessions/one-time-codes.ts'
import { people, personIn } from './columns.ts'
import { endSessions } from '#use-cases/sessions/sessions.ts'
import { takeTurn } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * For whoever runs the processes: creates an administrator of staff while fewer than two are active, or gives an
 * existing administrator with this address a new code, turning one-time codes off. From then on two administrators
 * decide on accounts. Refusals: operation_not_allowed if two are active, email_taken by another member.
 */
export async function makeAdministrator(
  database: Pick<Database, 'pool' | 'keyring'>,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<Invited<'staff'>> {
  try {
    return await inTransaction(database.pool, async (tx) => {
      await tx.run(takeTurn({ name: 'staff administrators' }))
      const known = await findAdministrator(tx, email)
      const invited = known
        ? { person: known, invitationCode: await letInAgain(tx, database, known) }
        : await insertFirst(tx, database, { name, email })
      const { person } = invited
      const act = known ? 'person.renew_invitation' : 'person.invite'
      const subject = { kind: 'person', id: person.id }
      await logCommand(tx, { command: 'staff', act, subject, details: { role: person.role } })
      return invited
    })
  } catch (error) {
    throw accountError(error)
  }
}

async function findAdministrator(tx: Sql, email: string): Promise<StaffMember | undefined> {
  const row = await tx.first(lockKnown({ email: readEmail(email) }))
  return row && personIn('staff', row)
}

const lockKnown = prepared((p: Params<{ email: string }>) =>
  people
    .where('person.realm', '=', 'staff')
    .where('person.email', '=', p.email)
    .where('person.role', '=', 'administrator')
    .where('person.status', '<>', 'disabled')
    .forNoKeyUpdate(),
)

async function letInAgain(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  { id }: StaffMember,
): Promise<string> {
  await forgetCodes(tx, id)
  await endSessions(tx, { id }, 'one_time_codes')
  return giveInvitation(tx, database, { id, resets: true })
}

async function insertFirst(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  named: { readonly name: string; readonly email: string },
): Promise<Invited<'staff'>> {
  const active = await tx.all(anyActive({}))
  if (active.length >= firstAdministrators) throw fail('operation_not_allowed')
  const account = { realm: 'staff', merchantId: null, role: 'administrator', ...named } as const
  return insertInvited<'staff'>(tx, database, { ...account, invitedBy: null })
}

/** Two administrators decide on each account, so the first two are created from the command line. */
const firstAdministrators = 2

const anyActive = prepared(() =>
  db
    .selectFrom('person')
    .select('id')
    .where('realm', '=', 'staff')
    .where('role', '=', 'administrator')
    .where('status', '=', 'active')
    .limit(firstAdministrators),
)
