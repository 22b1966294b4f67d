import { randomUUIDv7 } from 'node:crypto'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { asId, type MerchantId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { accountError, insertInvited } from '#use-cases/people/invitations.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/** A merchant to let in, with its first service and who owns the account. */
export interface NewMerchant {
  readonly name: string
  readonly service: {
    readonly name: string
    readonly publicName: string
    /** In which payers see amounts. */
    readonly currency: CurrencyCode
  }
  readonly owner: { readonly name: string; readonly email: string }
  readonly cause: ActCause
}

/**
 * Makes the merchant, its service in both modes and its owner, who is invited: the code is in this answer and nowhere else.
 * Refusal: email_taken.
 */
export async function createMerchant(
  database: Pick<Database, 'pool' | 'keyring'>,
  member: StaffMember,
  { name, service, owner, cause }: NewMerchant,
): Promise<{ readonly id: MerchantId; readonly invitationCode: string }> {
  const id = asId<MerchantId>(randomUUIDv7())
  try {
    return await inTransaction(database.pool, async (sql) => {
      await sql.rows('insert into merchant (id, name) values ($1, $2)', [id, name])
      await insertService(sql, id, service)
      const account = { realm: 'portal', merchantId: id, role: 'owner', ...owner } as const
      const invited = await insertInvited<'portal'>(sql, database, {
        ...account,
        invitedBy: member.id,
      })
      const subject = { kind: 'merchant', id }
      await logAct(sql, member, { act: 'merchant.create', subject, cause })
      return { id, invitationCode: invited.invitationCode }
    })
  } catch (error) {
    throw accountError(error)
  }
}

async function insertService(
  sql: Sql,
  merchantId: MerchantId,
  { name, publicName, currency }: NewMerchant['service'],
): Promise<void> {
  const id = randomUUIDv7()
  await sql.rows(
    'insert into service (id, merchant_id, name, public_name, currency) values ($1, $2, $3, $4, $5)',
    [id, merchantId, name, publicName, currency],
  )
  await sql.rows(
    `insert into service_env (id, service_id, mode) values ($1, $3, 'live'), ($2, $3, 'sandbox')`,
    [randomUUIDv7(), randomUUIDv7(), id],
  )
}
