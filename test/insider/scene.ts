import { randomUUIDv7 } from 'node:crypto'
import type { MerchantId } from '#domain/ids.ts'
import type { PortalRole } from '#domain/people/portal-roles.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { addAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import { findPerson } from '#use-cases/people/find.ts'
import { createMerchant, type Merchant } from '#test/support/books.ts'
import { onPool } from '#db/sql.ts'
import { outboxTo } from '#test/support/orders.ts'
import {
  acceptedTransfer,
  authorizeBank,
  authorizePhone,
  giveBalance,
} from '#test/support/payouts.ts'
import { createPortalUser, createStaffMember } from '#test/support/people.ts'
import type { TestService } from '#test/support/service.ts'
import { createKey, createTenant } from '#test/support/tenant.ts'
import { paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

/** Who acts alone. */
export type Insider =
  | { readonly realm: 'portal'; readonly role: PortalRole }
  | { readonly realm: 'staff'; readonly role: StaffRole }

/** A merchant with money that somebody could want, and work of other people that waits. */
export interface Scene {
  readonly merchantId: MerchantId
  readonly live: Merchant
  readonly test: Merchant
  /** Of things that others made, by which acts may name them. */
  readonly ids: readonly string[]
}

/**
 * Ten million francs, transfers and refunds that wait for the staff, accounts that wait to be verified, colleagues of every
 * role on both sides. Open accounts are there for those alone who may not send money to one.
 */
export async function insiderScene(service: TestService, insider: Insider): Promise<Scene> {
  const { database, temporal: client } = service
  // Whoever was here before may have stopped all payouts, which lets none go.
  await onPool(database.pool).rows(
    'update payout_suspension set lifted_at = now() where lifted_at is null',
  )
  const live = await createMerchant({ database }, { mode: 'live' })
  const { serviceId, serviceEnvId } = live
  const tenant = await createTenant(database, { mode: 'sandbox', serviceId })
  const test = { ...live, ...tenant, terminalId: live.terminalId }
  await giveBalance(database, live, 10_000_000)
  const ids: string[] = [serviceEnvId, tenant.serviceEnvId, await pendingAccount(service, live)]
  const mayPayOut = insider.realm === 'portal' && /owner|administrator/.test(insider.role)
  if (!mayPayOut) {
    await authorizePhone(database, live)
    ids.push(await authorizeBank(database, live), ...(await waitingTransfers(service, live)))
  }
  const books = { database, outbox: outboxTo({ database, client }) }
  for (const funds of ['available', 'held'] as const) {
    const transactionId = await paidCollection(books, live, { funds })
    ids.push(transactionId)
    if (funds === 'held') continue
    const wish = { transactionId, amount: 400n, approvalAbove: 0n }
    const { id } = await refundOf(books, live, wish)
    ids.push(id)
  }
  const { merchantId } = await onPool(database.pool).one<{ merchantId: MerchantId }>(
    'select merchant_id as "merchantId" from service where id = $1',
    [serviceId],
  )
  return { merchantId, live, test, ids: [...ids, ...(await colleagues(service, merchantId))] }
}

async function colleagues(service: TestService, merchantId: MerchantId): Promise<string[]> {
  const { database } = service
  const people = [
    await createPortalUser(database, { merchantId, role: 'owner' }),
    await createPortalUser(database, { merchantId, role: 'administrator' }),
    await createPortalUser(database, { merchantId, role: 'collaborator' }),
    await createStaffMember(database, 'administrator'),
    await createStaffMember(database, 'supervisor'),
    await createStaffMember(database, 'agent'),
  ]
  return [merchantId, ...people.map(({ id }) => id)]
}

async function pendingAccount({ database }: TestService, { serviceEnvId }: Merchant) {
  const account = { type: 'bank', provider: 'boa-benin', holderName: 'Inconnu' } as const
  const accountNumber = 'BJ0660000000000042'
  return addAuthorizedAccount(database, serviceEnvId, { ...account, accountNumber })
}

/** So many that some are still open when chance comes to the last act of a transfer. */
const transferAmounts = [...Array.from({ length: 23 }, (_, at) => 5000 + 100 * at), 2_000_000]

async function waitingTransfers(service: TestService, live: Merchant): Promise<string[]> {
  const owner = { ...live, collaboratorId: randomUUIDv7() }
  const secret = await createKey(service.database, owner, 'secret')
  const tenant = { ...owner, keys: { secret, public: '', terminal: '', session: '' } }
  const ids: string[] = []
  for (const amount of transferAmounts)
    ids.push(await acceptedTransfer(service, tenant, { amount }))
  return ids
}

/** The person who acts alone. */
export async function insiderOf(
  { database }: TestService,
  insider: Insider,
  { merchantId }: Scene,
) {
  if (insider.realm === 'staff') return createStaffMember(database, insider.role)
  const { role } = insider
  if (role !== 'owner') return createPortalUser(database, { merchantId, role })
  const { id } = await onPool(database.pool).one<{ id: string }>(
    `select id from person where merchant_id = $1 and role = 'owner'`,
    [merchantId],
  )
  return findPerson(database, { realm: 'portal', merchantId }, id)
}
