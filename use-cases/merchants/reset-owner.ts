import { fail } from '#domain/errors/errors.ts'
import type { MerchantId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { giveInvitation } from '#use-cases/people/invitations.ts'
import { lockOwner } from './lock-owner.ts'
import { forgetCodes } from '#use-cases/sessions/one-time-codes.ts'
import { endSessions } from '#use-cases/sessions/sessions.ts'
import { inTransaction } from '#db/sql.ts'

/**
 * Lets the owner of a merchant in again who lost password or device: sessions end, one-time codes are off, and the code in
 * this answer lets them choose a password. Refusals: merchant_not_found, user_not_found where nobody owns it.
 */
export async function resetOwner(
  database: Pick<Database, 'pool' | 'keyring'>,
  member: StaffMember,
  { merchantId, cause }: { readonly merchantId: MerchantId; readonly cause: ActCause },
): Promise<string> {
  return inTransaction(database.pool, async (tx) => {
    const owner = await lockOwner(tx, merchantId)
    if (owner === null) throw fail('user_not_found')
    await forgetCodes(tx, owner.id)
    await endSessions(tx, { id: owner.id }, 'one_time_codes')
    const subject = { kind: 'person', id: owner.id }
    const details = { merchant_id: merchantId }
    await logAct(tx, member, { act: 'merchant.reset_owner', subject, details, cause })
    return giveInvitation(tx, database, owner.id)
  })
}
