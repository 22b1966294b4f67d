import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { addAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { verifyAuthorizedAccount } from '#use-cases/authorized-accounts/decide.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { AuthorizedAccountId, TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { type Call, call } from './call.ts'
import { createTenant, freshPhone, type Tenant } from './tenant.ts'

/** Creates an active account with this number; returns the number. */
export async function authorizePhone(
  database: Database,
  { serviceEnvId }: Pick<Tenant, 'serviceEnvId'>,
  number = freshPhone(),
): Promise<string> {
  const phone = parsePhone(number, {})
  assert.ok(phone.ok)
  const provider = number.startsWith('2290195') ? 'moov-benin' : 'mtn-benin'
  const account = { type: 'mobile_money', provider, phone: phone.value } as const
  const holderName = 'Rosine Hounsou'
  const id = await addAuthorizedAccount(database, serviceEnvId, { ...account, holderName })
  await verifyAuthorizedAccount(database, { serviceEnvId, id })
  return number
}

/** Gives this balance, and an active account to pay from it; returns the number of the account. */
export async function readyToPayOut(
  database: Database,
  tenant: Parameters<typeof giveBalance>[1],
  { balance, phone }: { readonly balance: number; readonly phone?: string },
): Promise<string> {
  await giveBalance(database, tenant, balance)
  return authorizePhone(database, tenant, phone)
}

/** Creates an active account at this bank. */
export async function authorizeBank(
  database: Database,
  { serviceEnvId }: Pick<Tenant, 'serviceEnvId'>,
  provider: BankCode = 'uba-benin',
): Promise<AuthorizedAccountId> {
  const accountNumber = `BJ066${randomInt(1e12, 1e13)}0042`
  const account = { type: 'bank', provider, accountNumber, holderName: 'Maison Essai' } as const
  const id = await addAuthorizedAccount(database, serviceEnvId, account)
  await verifyAuthorizedAccount(database, { serviceEnvId, id })
  return id
}

/** Gives a tenant this balance in XOF, once. */
export function giveBalance(
  database: Database,
  tenant: Pick<Tenant, 'serviceEnvId' | 'mode'>,
  xof: number,
): Promise<void> {
  return openBalance(database, tenant, money(BigInt(xof), 'XOF'))
}

/** A tenant in live mode with a balance and one bank account. */
export async function createBankTenant(database: Database, xof = 100_000_000): Promise<Tenant> {
  const tenant = await createTenant(database, { mode: 'live' })
  await giveBalance(database, tenant, xof)
  await authorizeBank(database, tenant)
  return tenant
}

/** A valid payout of 1000 XOF with the test's changes; generates an idempotency key unless one is given. */
export function payoutCall(
  key: string,
  changes: Readonly<Record<string, unknown>> = {},
  idempotencyKey: string = randomUUID(),
): Call {
  const body = { amount: 1000, currency: 'XOF', provider: 'mtn-benin', ...changes }
  const headers = { 'Idempotency-Key': idempotencyKey }
  return { method: 'POST', path: '/v2/payouts', key, body, headers }
}

/** A transfer accepted by the API, at a bank where the tenant has one account; returns its id. */
export async function acceptedTransfer(
  service: { readonly baseUrl: string },
  tenant: Tenant,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<TransactionId> {
  const request = payoutCall(tenant.keys.secret, { provider: 'uba-benin', ...changes })
  const answer = await call(service, request)
  assert.equal(answer.status, 202, answer.text)
  return answer.json.data.id
}

/** The balances of the merchant's accounts, without zeros. */
export async function accountsOf(
  { pool }: Pick<Database, 'pool'>,
  { serviceEnvId }: Pick<Tenant, 'serviceEnvId'>,
): Promise<Record<string, number>> {
  const rows = await onPool(pool).rows<{ kind: string; balance: string }>(
    `select kind, balance::text from ledger_account where service_env_id = $1 and balance <> 0 order by kind`,
    [serviceEnvId],
  )
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]))
}
