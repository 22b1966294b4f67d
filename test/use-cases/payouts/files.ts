import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { onPool } from '#db/sql.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import type { MerchantId, PayoutFileId } from '#domain/ids.ts'
import type { People } from '#domain/people/person.ts'
import { checkPayoutFile, type PayoutFileChecked } from '#use-cases/payouts/check-file.ts'
import { approvePayoutFile, sendPayoutFile } from '#use-cases/payouts/move-file.ts'
import { wideLimits } from '#test/support/books.ts'
import { giveBalance } from '#test/support/payouts.ts'
import { createPortalUser } from '#test/support/people.ts'
import { createPortalMerchant } from '#test/support/portal.ts'
import type { Tenant } from '#test/support/tenant.ts'

type Place = Pick<Tenant, 'serviceEnvId' | 'mode'>

/** So many numbers of MTN in a row, `0034` at their end: paid at once in the sandbox. */
export function numbersOf(count: number, ending = '34'): string[] {
  return Array.from({ length: count }, (_, at) => `2290197${String(10_000 + at).slice(1)}${ending}`)
}

/** An active account of each of these numbers, at once. */
export async function authorizeAll(
  { pool }: Pick<Database, 'pool'>,
  { serviceEnvId }: Place,
  phones: readonly string[],
): Promise<void> {
  await onPool(pool).rows(
    `insert into authorized_account (id, service_env_id, type, provider, holder_name, phone, country, status, verified_at)
     select gen_random_uuid(), $1, 'mobile_money', 'mtn-benin', 'Rosine Hounsou', phone, 'BJ', 'active', now()
     from unnest($2::text[]) phone`,
    [serviceEnvId, phones],
  )
}

/** Somebody whose merchant has money and active accounts of these numbers, in test mode. */
export async function payerOf(
  database: Database,
  phones: readonly string[],
): Promise<People['portal']> {
  const merchant = await createPortalMerchant(database)
  await giveBalance(database, merchant.test, 1_250_000)
  await authorizeAll(database, merchant.test, phones)
  return createPortalUser(database, merchant)
}

/** Somebody who works at this merchant, with every right. */
export async function memberOf(
  database: Database,
  { serviceEnvId }: Place,
  role: People['portal']['role'] = 'administrator',
): Promise<People['portal']> {
  const { merchantId } = await onPool(database.pool).one<{ merchantId: MerchantId }>(
    `select s.merchant_id as "merchantId" from service_env e join service s on s.id = e.service_id where e.id = $1`,
    [serviceEnvId],
  )
  return createPortalUser(database, { merchantId, role })
}

/** What paying the lines of a file takes, with limits that none of them reaches. */
export function payingContext<Parts extends object>(books: Parts, isOpen = true) {
  return {
    ...books,
    limits: wideLimits,
    isOpen: () => Promise.resolve(isOpen),
    staffApprovalAbove: 10n ** 12n,
  }
}

/** A file with these lines below its titles. */
export function csv(...lines: readonly string[]): string {
  return ['numero;montant;reference', ...lines].join('\n')
}

/** A file with what is in it, and who hands it in. */
export interface GivenFile {
  readonly text: string | Uint8Array
  readonly member?: People['portal']
  readonly name?: string
  /** A second person is needed above this; nobody's money is so much unless the test says less. */
  readonly approvalAbove?: bigint
}

/** What the checks say of a file. */
export async function check(
  database: Database,
  place: Place,
  { text, name = 'Salaires', approvalAbove = 10n ** 12n, ...given }: GivenFile,
): Promise<PayoutFileChecked> {
  const member = given.member ?? (await memberOf(database, place))
  const context = {
    database,
    isOpen: () => Promise.resolve(true),
    staffApprovalAbove: approvalAbove,
  }
  const { serviceEnvId, mode } = place
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return checkPayoutFile(context, { serviceEnvId, mode, member, name, bytes })
}

/** A file without a fault, sent, and approved where it needs that. */
export async function sentFile(
  books: { readonly database: Database; readonly outbox: Outbox },
  place: Place,
  given: GivenFile,
): Promise<PayoutFileId> {
  const { database } = books
  const { serviceEnvId } = place
  const member = given.member ?? (await memberOf(database, place))
  const checked = await check(database, place, { ...given, member })
  assert.ok('id' in checked, inspect(checked))
  await sendPayoutFile(books, { serviceEnvId, id: checked.id, member })
  if (given.approvalAbove !== undefined) {
    const second = await memberOf(database, place)
    await approvePayoutFile(books, { serviceEnvId, id: checked.id, member: second })
  }
  return checked.id
}
