import type { AuthorizedAccountStatus } from '#domain/authorized-accounts/account.ts'
import { fail, orFail } from '#domain/errors/errors.ts'
import type { AuthorizedAccountId, MerchantId } from '#domain/ids.ts'
import { groupedMaskedPhone, maskPhone } from '#domain/transactions/mask.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { oldestFirst, owned, type QueuePage, type Scoped } from '#use-cases/desk/queue.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared } from '#db/statements.ts'

/** A merchant's payout account as staff see it: its number masked. */
export interface QueuedAccount extends Scoped {
  readonly id: AuthorizedAccountId
  readonly type: 'mobile_money' | 'bank'
  readonly provider: string
  readonly holderName: string
  /** What the merchant calls it; nobody has verified that. */
  readonly ownName: string | null
  readonly numberMasked: string
  /** The same as people read it on all pages: a phone number in groups. */
  readonly numberShown: string
  readonly status: AuthorizedAccountStatus
  readonly createdAt: Date
  readonly verifiedAt: Date | null
  readonly revokedAt: Date | null
}

/** The filter and position of the queue. */
export interface AccountQueuePage extends QueuePage {
  readonly statuses: readonly AuthorizedAccountStatus[]
  readonly merchantId?: MerchantId | undefined
  readonly mode?: Mode | undefined
}

/** Oldest first. */
export async function listAccountQueue(
  { pool }: Pick<Database, 'pool'>,
  { statuses, merchantId, mode, ...page }: AccountQueuePage,
): Promise<QueuedAccount[]> {
  let queue = accounts.where('t.status', 'in', statuses)
  if (merchantId !== undefined) queue = queue.where('m.id', '=', merchantId)
  if (mode !== undefined) queue = queue.where('e.mode', '=', mode)
  const rows = await onPool(pool).all(oldestFirst(queue, ['t.createdAt', 't.id'], page))
  return rows.map(toAccount)
}

/** One of them, in any state. Refusal: authorized_account_not_found. */
export async function findQueuedAccount(
  { pool }: Pick<Database, 'pool'>,
  id: AuthorizedAccountId,
): Promise<QueuedAccount> {
  return toAccount(orFail(await onPool(pool).first(byId({ id })), 'authorized_account_not_found'))
}

/** The full number, for verifying that it belongs to the holder. Refusal: authorized_account_not_found. */
export async function readAccountNumber(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  id: AuthorizedAccountId,
): Promise<string> {
  const row = await onPool(pool).first(numberById({ id }))
  if (row === undefined) throw fail('authorized_account_not_found')
  if (row.accountSealed === null) return row.phone ?? ''
  return keyring.open(sealedColumns.bankAccount, id, row.accountSealed).toString('utf8')
}

const accounts = owned
  .innerJoin('authorizedAccount as t', 't.serviceEnvId', 'e.id')
  .select(['t.id', 't.type', 't.provider', 't.holderName', 't.ownName'])
  .select(['t.phone', 't.accountMasked', 't.status', 't.createdAt', 't.verifiedAt', 't.revokedAt'])

const byId = prepared((p: Params<{ id: AuthorizedAccountId }>) => accounts.where('t.id', '=', p.id))

const numberById = prepared((p: Params<{ id: AuthorizedAccountId }>) =>
  db.selectFrom('authorizedAccount').select(['phone', 'accountSealed']).where('id', '=', p.id),
)

function toAccount({
  phone,
  accountMasked,
  ...account
}: InferResult<typeof accounts>[number]): QueuedAccount {
  return {
    ...account,
    numberMasked: accountMasked ?? maskPhone(phone ?? ''),
    numberShown: accountMasked ?? groupedMaskedPhone(phone ?? ''),
  }
}
