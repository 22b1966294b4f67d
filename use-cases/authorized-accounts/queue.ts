import type { AuthorizedAccountStatus } from '#domain/authorized-accounts/account.ts'
import { fail } from '#domain/errors/errors.ts'
import type { AuthorizedAccountId, MerchantId } from '#domain/ids.ts'
import { maskPhone } from '#domain/transactions/mask.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import {
  ownerColumns,
  ownerJoins,
  pageValues,
  type QueuePage,
  type Scoped,
  type ScopedRow,
  scopeOf,
} from '#use-cases/desk/owner-columns.ts'
import { onPool } from '#db/sql.ts'
import { timeOf } from '#db/types/time.ts'
import { accountPurpose } from './find.ts'

/** An account that a merchant wants to pay to, as the staff sees it: its number masked. */
export interface QueuedAccount extends Scoped {
  readonly id: AuthorizedAccountId
  readonly type: 'mobile_money' | 'bank'
  readonly provider: string
  readonly holderName: string
  readonly numberMasked: string
  readonly status: AuthorizedAccountStatus
  readonly createdAt: Date
  readonly verifiedAt: Date | null
  readonly revokedAt: Date | null
}

/** What the queue is narrowed to, and where it goes on. */
export interface AccountQueuePage extends QueuePage {
  readonly statuses: readonly AuthorizedAccountStatus[]
  readonly merchantId?: MerchantId | undefined
  readonly mode?: Mode | undefined
}

/** The oldest first. */
export async function listAccountQueue(
  { pool }: Pick<Database, 'pool'>,
  { statuses, merchantId, mode, ...page }: AccountQueuePage,
): Promise<QueuedAccount[]> {
  const rows = await onPool(pool).rows<AccountRow>(
    `${select} where t.status = any($1::text[]) and ($2::uuid is null or m.id = $2) and ($3::text is null or e.mode = $3)
       and ($4::timestamptz is null or (t.created_at, t.id) > ($4, $5::uuid))
     order by t.created_at, t.id limit $6`,
    [statuses, merchantId ?? null, mode ?? null, ...pageValues(page)],
  )
  return rows.map(toAccount)
}

/** One of them, in whatever state. Refusal: authorized_account_not_found. */
export async function findQueuedAccount(
  { pool }: Pick<Database, 'pool'>,
  id: AuthorizedAccountId,
): Promise<QueuedAccount> {
  const [row] = await onPool(pool).rows<AccountRow>(`${select} where t.id = $1`, [id])
  if (row === undefined) throw fail('authorized_account_not_found')
  return toAccount(row)
}

/** The whole number, for who verifies that it is the holder's. Refusal: authorized_account_not_found. */
export async function readAccountNumber(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  id: AuthorizedAccountId,
): Promise<string> {
  const [row] = await onPool(pool).rows<{ phone: string | null; account_sealed: Buffer | null }>(
    'select phone, account_sealed from authorized_account where id = $1',
    [id],
  )
  if (row === undefined) throw fail('authorized_account_not_found')
  if (row.account_sealed === null) return row.phone ?? ''
  return keyring.open(accountPurpose, row.account_sealed).toString('utf8')
}

const select = `select t.id, ${ownerColumns}, t.type, t.provider, t.holder_name, t.phone, t.account_masked, t.status,
    t.created_at, t.verified_at, t.revoked_at
  from authorized_account t ${ownerJoins}`

interface AccountRow extends ScopedRow {
  readonly id: AuthorizedAccountId
  readonly type: QueuedAccount['type']
  readonly provider: string
  readonly holder_name: string
  readonly phone: string | null
  readonly account_masked: string | null
  readonly status: AuthorizedAccountStatus
  readonly created_at: string
  readonly verified_at: string | null
  readonly revoked_at: string | null
}

function toAccount(row: AccountRow): QueuedAccount {
  return {
    ...scopeOf(row),
    id: row.id,
    type: row.type,
    provider: row.provider,
    holderName: row.holder_name,
    numberMasked: row.account_masked ?? maskPhone(row.phone ?? ''),
    status: row.status,
    createdAt: new Date(row.created_at),
    verifiedAt: timeOf(row.verified_at),
    revokedAt: timeOf(row.revoked_at),
  }
}
