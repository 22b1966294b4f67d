import type { MerchantId } from '#domain/ids.ts'
import type { People, StaffMember } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { inviteByMail } from '#use-cases/people/invitations.ts'
import { disableAccount } from '#use-cases/people/change-managed.ts'
import { lockOwner } from './lock-owner.ts'
import type { Sql } from '#db/sql.ts'

export interface NewOwner {
  readonly merchantId: MerchantId
  readonly name: string
  readonly email: string
  readonly invitedBy: StaffMember['id']
}

/**
 * Gives a merchant a new owner, who is invited by mail, and disables the previous one. If the transaction fails, pass
 * the error to `accountError`. Refusal: merchant_not_found.
 */
export async function replaceOwner(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  { merchantId, ...owner }: NewOwner,
): Promise<{ readonly owner: People['portal']; readonly before: People['portal'] | null }> {
  const before = await lockOwner(tx, merchantId)
  if (before !== null) await disableAccount(tx, before.id)
  const account = { realm: 'portal', merchantId, role: 'owner', ...owner } as const
  return { owner: await inviteByMail<'portal'>(tx, database, account), before }
}
