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
  try {
    return await inTransaction(database.pool, async (tx) => {
      const { id } = await insertMerchant(tx, { name, service, isLiveOpen: true })
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

/** A new merchant without its owner. */
interface Founded extends Pick<NewMerchant, 'name'> {
  readonly service: NewMerchant['service'] & {
    /** The details that receipts show from the beginning. */
    readonly phone?: string
    readonly email?: string
  }
  /** False if staff opens live mode later (docs/people-and-roles.md#merchants-that-sign-up). */
  readonly isLiveOpen: boolean
}

/** Creates a merchant and its service in both modes, in the transaction that creates its owner. */
export async function insertMerchant(
  tx: Sql,
  { name, service, isLiveOpen }: Founded,
): Promise<{ readonly id: MerchantId; readonly serviceId: string }> {
  const id = asId<MerchantId>(randomUUIDv7())
  const serviceId = randomUUIDv7()
  const newId = () => asId<ServiceEnvId>(randomUUIDv7())
  await tx.run(db.insertInto('merchant').values({ id, name }))
  await tx.run(db.insertInto('service').values({ ...service, id: serviceId, merchantId: id }))
  await tx.run(
    db.insertInto('serviceEnv').values([
      { id: newId(), serviceId, mode: 'live', isOpen: isLiveOpen },
      { id: newId(), serviceId, mode: 'sandbox', isOpen: true },
    ]),
  )
  return { id, serviceId }
}
