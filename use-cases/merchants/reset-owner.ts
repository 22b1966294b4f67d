import { fail } from '#domain/errors/errors.ts'
import type { MerchantId } from '#domain/ids.ts'
import type { PortalUser } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { letInByMail } from '#use-cases/people/invitations.ts'
import { lockOwner } from './lock-owner.ts'
import type { Sql } from '#db/sql.ts'

/**
 * Lets the owner of a merchant in again who lost password or device, by a code by mail; until it is used password, one-time
 * codes and sessions stay. Refusals: merchant_not_found, user_not_found where nobody owns it.
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
