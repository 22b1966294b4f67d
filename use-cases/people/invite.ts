import { fail } from '#domain/errors/errors.ts'
import { mayManage, type People, type Realm } from '#domain/people/person.ts'
import type { Language } from '#domain/text/language.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { accountError, inviteByMail } from './invitations.ts'
import { loggedRefusal } from './change-managed.ts'
import { requireRoom } from './room.ts'
import { takeSeat } from './seat.ts'
import { tellOfAccount } from './tell.ts'
import { inTransaction } from '#db/sql.ts'

export interface NewPerson<R extends Realm> {
  readonly name: string
  readonly email: string
  readonly role: People[R]['role']
  readonly cause: ActCause
  /** Of the page; the invitation is written in it. */
  readonly language?: Language
  /** Where a cashier will sell; no other role has one. */
  readonly pointOfSaleId?: string | null
}

/**
 * Creates an account at the inviter's merchant and mails a code. Refusals: operation_not_allowed, members_too_many,
 * email_taken, rate_limited, and those of `takeSeat`.
 */
export async function invitePerson<R extends Realm>(
  database: Database,
  { realm, inviter }: { readonly realm: R; readonly inviter: People[R] },
  { name, email, role, cause, language, pointOfSaleId = null }: NewPerson<R>,
): Promise<People[R]> {
  const { id: invitedBy, merchantId } = inviter
  const entry = {
    act: 'person.invite',
    details: { role, ...(pointOfSaleId && { pointOfSaleId }) },
    cause,
  }
  return loggedRefusal(database, { manager: inviter, entry }, async () => {
    if (!mayManage(inviter, role)) throw fail('operation_not_allowed')
    const invite = inTransaction(database.pool, async (tx) => {
      await requireRoom(tx, merchantId)
      const seat = await takeSeat(tx, { merchantId, name }, { role, pointOfSaleId })
      const account = { realm, merchantId, role, name, email, invitedBy, language, seat }
      const person = await inviteByMail<R>(tx, database, { ...account, by: invitedBy })
      const subject = { kind: 'person', id: person.id }
      await logAct(tx, inviter, { ...entry, subject })
      await tellOfAccount(tx, database, { act: 'person.invite', person, by: invitedBy })
      return person
    })
    return invite.catch((error: unknown) => {
      throw accountError(error)
    })
  })
}
