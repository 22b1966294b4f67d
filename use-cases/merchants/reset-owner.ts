import { fail } from '#domain/errors/errors.ts'
import type { MerchantId } from '#domain/ids.ts'
import type { PortalUser } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { letInByMail } from '#use-cases/people/invitations.ts'
import { lockOwner } from './lock-owner.ts'
import type { Sql } from '#db/sql.ts'

/**
 * Mails a code to a merchant's owner who lost password or device; password, one-time codes and sessions stay until it
 * is used. Refusals: merchant_not_found, user_not_found if there is no owner.
 */
export async function resetOwner(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  merchantId: MerchantId,
): Promise<PortalUser> {
  const owner = await lockOwner(tx, merchantId)
  if (owner === null) throw fail('user_not_found')
  await letInByMail(tx, database, { ...owner, resets: true })
  return owner
}
