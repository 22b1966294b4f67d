import { randomUUIDv7 } from 'node:crypto'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { asId, type MerchantId, type ServiceEnvId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { accountError, inviteByMail } from '#use-cases/people/invitations.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db } from '#db/statements.ts'

/** A new merchant, with its first service and its owner. */
export interface NewMerchant {
  readonly name: string
  readonly service: {
    readonly name: string
    readonly publicName: string
    /** The currency in which payers see amounts. */
    readonly currency: CurrencyCode
  }
  readonly owner: { readonly name: string; readonly email: string }
  readonly cause: ActCause
}

/** Creates the merchant, its service in both modes and its owner, who is invited by mail. Refusal: email_taken. */
export async function createMerchant(
  database: Pick<Database, 'pool' | 'keyring'>,
  member: StaffMember,
  { name, service, owner, cause }: NewMerchant,
): Promise<MerchantId> {
  const id = asId<MerchantId>(randomUUIDv7())
  try {
    return await inTransaction(database.pool, async (tx) => {
      await tx.run(db.insertInto('merchant').values({ id, name }))
      await insertService(tx, id, service)
      const account = { realm: 'portal', merchantId: id, role: 'owner', ...owner } as const
      await inviteByMail<'portal'>(tx, database, { ...account, invitedBy: member.id })
      const subject = { kind: 'merchant', id }
      await logAct(tx, member, { act: 'merchant.create', subject, cause })
      return id
    })
  } catch (error) {
    throw accountError(error)
  }
}

async function insertService(
  tx: Sql,
  merchantId: MerchantId,
  service: NewMerchant['service'],
): Promise<void> {
  const serviceId = randomUUIDv7()
  const newId = () => asId<ServiceEnvId>(randomUUIDv7())
  await tx.run(db.insertInto('service').values({ ...service, id: serviceId, merchantId }))
  await tx.run(
    db.insertInto('serviceEnv').values([
      { id: newId(), serviceId, mode: 'live' },
      { id: newId(), serviceId, mode: 'sandbox' },
    ]),
  )
}
