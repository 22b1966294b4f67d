import type { MerchantId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { accountError, insertInvited } from '#use-cases/people/invitations.ts'
import { disableAccount } from '#use-cases/people/change-managed.ts'
import { lockOwner } from './lock-owner.ts'
import { inTransaction } from '#db/sql.ts'

export interface NewOwner {
  readonly merchantId: MerchantId
  readonly name: string
  readonly email: string
  readonly cause: ActCause
}

/**
 * Gives a merchant another owner, who is invited by the code in this answer; the one before is disabled. Refusals:
 * merchant_not_found, email_taken.
 */
export async function replaceOwner(
  database: Pick<Database, 'pool' | 'keyring'>,
  member: StaffMember,
  { merchantId, name, email, cause }: NewOwner,
): Promise<string> {
  try {
    return await inTransaction(database.pool, async (tx) => {
      const before = await lockOwner(tx, merchantId)
      if (before !== null) await disableAccount(tx, before.id)
      const account = { realm: 'portal', merchantId, role: 'owner', name, email } as const
      const { person, invitationCode } = await insertInvited<'portal'>(tx, database, {
        ...account,
        invitedBy: member.id,
      })
      const subject = { kind: 'person', id: person.id }
      const details = { merchant_id: merchantId, before: before?.id ?? null }
      await logAct(tx, member, { act: 'merchant.replace_owner', subject, details, cause })
      return invitationCode
    })
  } catch (error) {
    throw accountError(error)
  }
}
