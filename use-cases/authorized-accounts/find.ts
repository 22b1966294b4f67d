import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { fail } from '#domain/errors/errors.ts'
import { asId, type AuthorizedAccountId, isUuid, type ServiceEnvId } from '#domain/ids.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import type { Database } from '#db/connect.ts'
import { newestFirst } from '#db/pages.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'

/** The recipient of a payout, as its request names it. */
export type WantedRecipient =
  | { readonly type: 'mobile_money'; readonly phone: string }
  | { readonly type: 'bank'; readonly bank: BankCode; readonly accountId: string | undefined }

/** The recipient of a payout. */
export interface Recipient {
  readonly accountId: AuthorizedAccountId
  readonly holderName: string
  /** For a bank account. */
  readonly accountMasked: string | null
}

/**
 * The active account of a payout, locked so that nobody revokes it before the payout is accepted. Refusals:
 * recipient_not_authorized, bank_account_ambiguous.
 */
export async function requireRecipient(
  books: Sql,
  serviceEnvId: ServiceEnvId,
  wanted: WantedRecipient,
): Promise<Recipient> {
  const isBank = wanted.type === 'bank'
  const [account, other] = await books.all(
    isBank
      ? bankAccounts({ serviceEnvId, bank: wanted.bank, id: wanted.accountId ?? null })
      : phoneAccounts({ serviceEnvId, phone: wanted.phone }),
  )
  const field = isBank ? 'bank_account_id' : 'phone'
  if (account === undefined) throw fail('recipient_not_authorized', { field })
  if (other !== undefined) throw fail('bank_account_ambiguous', { field })
  return account
}

/** The accounts of a service, newest first, including revoked ones. */
export async function listAuthorizedAccounts(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<AuthorizedAccount[]> {
  return (await onPool(database.pool).all(accountsOf({ serviceEnvId }))).map(toAccount)
}

/** One of them, in any state. Refusal: authorized_account_not_found, also for another service or mode. */
export async function findAuthorizedAccount(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  text: string,
): Promise<AuthorizedAccount> {
  const id = isUuid(text) ? asId<AuthorizedAccountId>(text) : undefined
  const row = id && (await onPool(pool).first(byId({ serviceEnvId, id })))
  if (row === undefined) throw fail('authorized_account_not_found')
  return toAccount(row)
}

const accountsMax = 500

const recipients = db
  .selectFrom('authorizedAccount')
  .select(['id as accountId', 'holderName', 'accountMasked'])
  .where('status', '=', 'active')

const phoneAccounts = prepared((p: Params<{ serviceEnvId: ServiceEnvId; phone: string }>) =>
  recipients
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('type', '=', 'mobile_money')
    .where('phone', '=', p.phone)
    .forShare(),
)

// Two rows are enough to know that it is ambiguous.
const bankAccounts = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; bank: BankCode; id: string | null }>) =>
    recipients
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where('type', '=', 'bank')
      .where('provider', '=', p.bank)
      .where((eb) => sql<boolean>`(${p.id}::uuid is null or ${eb.ref('id')} = ${p.id}::uuid)`)
      .orderBy('id')
      .limit(2)
      .forShare(),
)

const accounts = db
  .selectFrom('authorizedAccount')
  .select(['id', 'type', 'provider', 'holderName', 'ownName', 'phone', 'accountMasked'])
  .select(['status', 'verifiedAt', 'createdAt'])

const accountsOf = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  newestFirst(accounts.where('serviceEnvId', '=', p.serviceEnvId), ['createdAt', 'id'], {
    limit: accountsMax,
  }),
)

const byId = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: AuthorizedAccountId }>) =>
  accounts.where('serviceEnvId', '=', p.serviceEnvId).where('id', '=', p.id),
)

/** Each type has its number, as the table requires. */
function toAccount({
  phone,
  accountMasked,
  ...account
}: InferResult<typeof accounts>[number]): AuthorizedAccount {
  const number = account.type === 'bank' ? { accountMasked } : { phone }
  return { ...account, ...number } as AuthorizedAccount
}
