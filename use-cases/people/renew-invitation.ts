import { fail } from '#domain/errors/errors.ts'
import type { Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { giveInvitation, type Invited } from './invitations.ts'
import { changeManaged, type Managed } from './change-managed.ts'

/**
 * A new code for who lost theirs, or forgot their password, which holds until another is chosen. Refusals: user_not_found,
 * operation_not_allowed, action_not_allowed for who is disabled.
 */
export async function renewInvitation<R extends Realm>(
  database: Database,
  managed: Managed<R>,
): Promise<Invited<R>> {
  let invitationCode = ''
  const person = await changeManaged(database, managed, {
    act: 'person.renew_invitation',
    make: async (tx, { id, status }) => {
      if (status === 'disabled') throw fail('action_not_allowed')
      invitationCode = await giveInvitation(tx, database, id)
    },
  })
  return { person, invitationCode }
}
