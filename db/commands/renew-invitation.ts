import { fail } from '#domain/errors.ts'
import type { Realm } from '#domain/person.ts'
import type { Database } from '#db/connect.ts'
import { invitationSeconds, newInvitation } from '#db/invitations.ts'
import { changeManaged, type Managed } from '#db/managed-person.ts'
import type { Invited } from './invite-person.ts'

/**
 * A new code for who lost theirs, or forgot their password, which holds until another is chosen. Refusals: user_not_found,
 * operation_not_allowed, action_not_allowed for who is disabled.
 */
export async function renewInvitation<R extends Realm>(
  database: Database,
  managed: Managed<R>,
): Promise<Invited<R>> {
  const { code: invitationCode, digest } = newInvitation(database)
  const person = await changeManaged(database, managed, {
    act: 'person.renew_invitation',
    make: async (sql, { id, status }) => {
      if (status === 'disabled') throw fail('action_not_allowed')
      await sql.rows(
        `update person set invitation_digest = $2, invitation_expires_at = now() + $3::int * interval '1 second'
         where id = $1`,
        [id, digest, invitationSeconds],
      )
    },
  })
  return { person, invitationCode }
}
