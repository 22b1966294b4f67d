import { fail } from '#domain/errors/errors.ts'
import { isPasswordAllowed } from '#domain/people/password-rules.ts'
import { readEmail, type Realm } from '#domain/people/person.ts'
import { hashPassword } from '#platform/password-hash.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { attemptFailed, attemptSucceeded, beginAttempt } from '#use-cases/sessions/attempts.ts'
import type { Database } from '#db/connect.ts'
import { invitationDigest } from './invitations.ts'
import { personColumns, personIn, type PersonRow } from './columns.ts'
import { endSessions } from '#use-cases/sessions/sessions.ts'
import { inTransaction } from '#db/sql.ts'

export interface Acceptance {
  readonly email: string
  readonly code: string
  readonly password: string
  /** Of the network, as limits count it. */
  readonly address: string
  readonly cause: ActCause
}

/**
 * Chooses a password with the code of an invitation, once; sessions under the one before end. Who it is logs in after that.
 * Refusals: invalid_password, too_many_attempts, invalid_invitation.
 */
export async function acceptInvitation(
  database: Database,
  realm: Realm,
  { email: typed, code, password, address, cause }: Acceptance,
): Promise<void> {
  const email = readEmail(typed)
  if (!isPasswordAllowed(password, email)) throw fail('invalid_password')
  const account = `invitation ${realm} ${email}`
  const attempt = await beginAttempt(database, { account, address })
  const values = [realm, email, invitationDigest(database, code), await hashPassword(password)]
  const isAccepted = await inTransaction(database.pool, async (sql) => {
    const [row] = await sql.rows<PersonRow>(accept, values)
    if (row === undefined) {
      await attemptFailed(sql, attempt)
      return false
    }
    const person = personIn(realm, row)
    await attemptSucceeded(sql, attempt)
    await endSessions(sql, { id: person.id }, 'password')
    await logAct(sql, person, { act: 'invitation.accept', cause })
    return true
  })
  if (!isAccepted) throw fail('invalid_invitation')
}

const accept = `update person p set status = 'active', password_hash = $4, invitation_digest = null,
    invitation_expires_at = null
  where p.realm = $1 and p.email = $2 and p.invitation_digest = $3 and p.invitation_expires_at > now()
    and p.status <> 'disabled'
  returning ${personColumns}`
