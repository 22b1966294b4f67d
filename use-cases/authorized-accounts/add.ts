import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type AuthorizedAccountId, type ServiceEnvId } from '#domain/ids.ts'
import { maskAccount } from '#domain/transactions/mask.ts'
import type { BankCode, OperatorCode } from '#domain/operators/operators.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { Database } from '#db/connect.ts'
import { accountPurpose } from './find.ts'
import { ConstraintViolation, onPool } from '#db/sql.ts'

/** An account to pay to, its fields checked; the account number of a bank is without spaces, in capitals. */
export type NewAuthorizedAccount = { readonly holderName: string } & (
  | { readonly type: 'mobile_money'; readonly provider: OperatorCode; readonly phone: Phone }
  | { readonly type: 'bank'; readonly provider: BankCode; readonly accountNumber: string }
)

/**
 * Adds an account, which waits to be verified before real money is paid to it; in sandbox it is open at once. Refusal:
 * authorized_account_exists.
 */
export async function addAuthorizedAccount(
  database: Database,
  serviceEnvId: ServiceEnvId,
  account: NewAuthorizedAccount,
): Promise<AuthorizedAccountId> {
  const id = asId<AuthorizedAccountId>(randomUUIDv7())
  const { phone, country, sealed, digest, masked } = numberOf(database, account)
  try {
    await onPool(database.pool).rows(
      `insert into authorized_account
         (id, service_env_id, type, provider, holder_name, phone, country, account_sealed, account_digest, account_masked,
          status, verified_at)
       select $1, e.id, $3, $4, $5, $6, $7, $8, $9, $10,
         case e.mode when 'sandbox' then 'active' else 'pending' end, case e.mode when 'sandbox' then now() end
       from service_env e where e.id = $2`,
      [
        id,
        serviceEnvId,
        account.type,
        account.provider,
        account.holderName,
        phone,
        country,
        sealed,
        digest,
        masked,
      ],
    )
  } catch (error) {
    const isKnown = error instanceof ConstraintViolation && onlyOnce.has(error.constraint)
    throw isKnown ? fail('authorized_account_exists') : error
  }
  return id
}

const onlyOnce = new Set(['authorized_account_phone_once', 'authorized_account_bank_once'])

function numberOf({ keyring }: Database, account: NewAuthorizedAccount) {
  const none = { phone: null, country: null, sealed: null, digest: null, masked: null }
  if (account.type === 'mobile_money') return { ...none, ...account.phone }
  const { accountNumber } = account
  return {
    ...none,
    sealed: keyring.seal(accountPurpose, accountNumber),
    digest: keyring.mac(accountPurpose, accountNumber),
    masked: maskAccount(accountNumber),
  }
}
