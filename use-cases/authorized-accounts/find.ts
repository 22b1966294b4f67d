import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { fail } from '#domain/errors/errors.ts'
import { type AuthorizedAccountId, isUuid, type ServiceEnvId } from '#domain/ids.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'

/** Who a payout is for, as its request names them. */
export type WantedRecipient =
  | { readonly type: 'mobile_money'; readonly phone: string }
  | { readonly type: 'bank'; readonly bank: BankCode; readonly accountId: string | undefined }

/** Who a payout goes to. */
export interface Recipient {
  readonly accountId: AuthorizedAccountId
  readonly holderName: string
  /** Of a bank account. */
  readonly accountMasked: string | null
}

/**
 * The active account that a payout may go to, which nobody revokes before the payout is accepted. Refusals:
 * recipient_not_authorized, bank_account_ambiguous.
 */
export async function requireRecipient(
  sql: Sql,
  serviceEnvId: ServiceEnvId,
  wanted: WantedRecipient,
): Promise<Recipient> {
  const isBank = wanted.type === 'bank'
  const found = await sql.rows<RecipientRow>(isBank ? bankAccounts : phoneAccounts, [
    serviceEnvId,
    ...(isBank ? [wanted.bank, wanted.accountId ?? null] : [wanted.phone]),
  ])
  const [account, other] = found
  const field = isBank ? 'bank_account_id' : 'phone'
  if (account === undefined) throw fail('recipient_not_authorized', { field })
  if (other !== undefined) throw fail('bank_account_ambiguous', { field })
  return {
    accountId: account.id,
    holderName: account.holder_name,
    accountMasked: account.account_masked,
  }
}

/** The accounts of a service, newest first, revoked ones included. */
export async function listAuthorizedAccounts(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<AuthorizedAccount[]> {
  const rows = await onPool(database.pool).rows<AccountRow>(
    `${accountColumns} where service_env_id = $1 order by created_at desc, id desc limit ${accountsMax}`,
    [serviceEnvId],
  )
  return rows.map(toAccount)
}

/** One of them, in whatever state. Refusal: authorized_account_not_found, also for another service's and the other mode's. */
export async function findAuthorizedAccount(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: string,
): Promise<AuthorizedAccount> {
  const rows = isUuid(id)
    ? await onPool(pool).rows<AccountRow>(
        `${accountColumns} where service_env_id = $1 and id = $2`,
        [serviceEnvId, id],
      )
    : []
  const [row] = rows
  if (row === undefined) throw fail('authorized_account_not_found')
  return toAccount(row)
}

const accountColumns = `select id, type, provider, holder_name, phone, account_masked, status, verified_at, created_at
  from authorized_account`

/** What the number of a bank account is sealed for. */
export const accountPurpose = 'bank-account'

const accountsMax = 500

interface RecipientRow {
  readonly id: AuthorizedAccountId
  readonly holder_name: string
  readonly account_masked: string | null
}

// Two are enough to know that one was not meant.
const phoneAccounts = `select id, holder_name, account_masked from authorized_account
  where service_env_id = $1 and type = 'mobile_money' and phone = $2 and status = 'active' for share`
const bankAccounts = `select id, holder_name, account_masked from authorized_account
  where service_env_id = $1 and type = 'bank' and provider = $2 and status = 'active' and ($3::uuid is null or id = $3::uuid)
  order by id limit 2 for share`

type AccountRow = RecipientRow & {
  readonly type: AuthorizedAccount['type']
  readonly provider: string
  readonly phone: string | null
  readonly status: AuthorizedAccount['status']
  readonly verified_at: Date | null
  readonly created_at: Date
}

function toAccount(row: AccountRow): AuthorizedAccount {
  return {
    id: row.id,
    type: row.type,
    provider: row.provider,
    holderName: row.holder_name,
    ...(row.type === 'bank' ? { accountMasked: row.account_masked } : { phone: row.phone }),
    status: row.status,
    verifiedAt: row.verified_at && new Date(row.verified_at),
    createdAt: new Date(row.created_at),
  } as AuthorizedAccount
}
