import { fail } from '#domain/errors/errors.ts'
import type { MerchantId } from '#domain/ids.ts'
import type { PortalUser, People, StaffMember } from '#domain/people/person.ts'
import { people, personIn } from '#use-cases/people/columns.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { Database } from '#db/connect.ts'
import { inviteByMail, letInByMail } from '#use-cases/people/invitations.ts'
import { disableAccount } from '#use-cases/people/change-managed.ts'

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

/** The owner of a merchant, locked until the transaction ends; null if there is none. Refusal: merchant_not_found. */
async function lockOwner(tx: Sql, merchantId: MerchantId): Promise<PortalUser | null> {
  if ((await tx.run(lockMerchant({ merchantId }))) === 0) throw fail('merchant_not_found')
  const row = await tx.first(lockPerson({ merchantId }))
  return row === undefined ? null : personIn('portal', row)
}

const lockMerchant = prepared((p: Params<{ merchantId: MerchantId }>) =>
  db.selectFrom('merchant').select('id').where('id', '=', p.merchantId).forNoKeyUpdate(),
)

const lockPerson = prepared((p: Params<{ merchantId: MerchantId }>) =>
  people
    .where('person.merchantId', '=', p.merchantId)
    .where('person.role', '=', 'owner')
    .where('person.status', '<>', 'disabled')
    .forNoKeyUpdate(),
)
