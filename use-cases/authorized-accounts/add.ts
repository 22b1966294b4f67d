import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { accountsMax, waitingAccountsMax } from '#domain/authorized-accounts/account.ts'
import { asId, type AuthorizedAccountId, type ServiceEnvId } from '#domain/ids.ts'
import { maskAccount } from '#domain/transactions/mask.ts'
import type { BankCode, OperatorCode } from '#domain/operators/operators.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { Database } from '#db/connect.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { rowCount, takeTurn } from '#db/functions.ts'
import { ConstraintViolation, inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** A payout account with checked fields; a bank account number has no spaces and is in upper case. */
export type NewAuthorizedAccount = {
  readonly holderName: string
  /** What the merchant calls it (`readOwnName`). */
  readonly ownName?: string | null
} & (
  | { readonly type: 'mobile_money'; readonly provider: OperatorCode; readonly phone: Phone }
  | { readonly type: 'bank'; readonly provider: BankCode; readonly accountNumber: string }
)

/**
 * Adds an account. It must be verified before live payouts; in sandbox it is active at once. Refusals:
 * authorized_account_exists, authorized_accounts_too_many, authorized_account_limit_reached.
 */
export async function addAuthorizedAccount(
  database: Database,
  serviceEnvId: ServiceEnvId,
  account: NewAuthorizedAccount,
): Promise<AuthorizedAccountId> {
  const id = asId<AuthorizedAccountId>(randomUUIDv7())
  const { type, provider, holderName, ownName = null } = account
  const named = { type, provider, holderName, ownName }
  const given = { id, serviceEnvId, ...named, ...numberOf(database, id, account) }
  const place = db.selectFrom('serviceEnv as e').where('e.id', '=', serviceEnvId)
  const insert = db.insertInto('authorizedAccount').values({
    ...given,
    status: place.select((eb) =>
      sql<
        'active' | 'pending'
      >`case ${eb.ref('e.mode')} when 'sandbox' then 'active' else 'pending' end`.as('status'),
    ),
    verifiedAt: place.select((eb) =>
      sql<Date | null>`case ${eb.ref('e.mode')} when 'sandbox' then now() end`.as('verifiedAt'),
    ),
  })
  try {
    await inTransaction(database.pool, async (tx) => {
      await requireRoom(tx, serviceEnvId)
      await tx.run(insert)
    })
  } catch (error) {
    const isKnown = error instanceof ConstraintViolation && onlyOnce.has(error.constraint)
    throw isKnown ? fail('authorized_account_exists') : error
  }
  return id
}

/** Additions of one service take turns, so that its limits are exact. */
async function requireRoom(tx: Sql, serviceEnvId: ServiceEnvId): Promise<void> {
  await tx.run(takeTurn({ name: `authorized accounts of ${serviceEnvId}` }))
  const { waiting, all } = await tx.only(countAccounts({ serviceEnvId }))
  if (waiting >= waitingAccountsMax) throw fail('authorized_accounts_too_many')
  if (all >= accountsMax) throw fail('authorized_account_limit_reached')
}

const countAccounts = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('authorizedAccount')
    .select((eb) => [
      rowCount.as('all'),
      eb
        .cast<number>(eb.fn.countAll().filterWhere('status', '=', 'pending'), 'integer')
        .as('waiting'),
    ])
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('status', '<>', 'revoked'),
)

const onlyOnce = new Set(['authorized_account_phone_once', 'authorized_account_bank_once'])

function numberOf({ keyring }: Database, id: AuthorizedAccountId, account: NewAuthorizedAccount) {
  if (account.type === 'mobile_money') return account.phone
  const { accountNumber } = account
  return {
    accountSealed: keyring.seal(sealedColumns.bankAccount, id, accountNumber),
    accountDigest: keyring.mac('bank-account', accountNumber),
    accountMasked: maskAccount(accountNumber),
  }
}
