import type { ServiceEnvId } from '#domain/ids.ts'
import { capabilitiesOf, type OperatorAccount } from '#platform/operator-accounts.ts'
import type { Database } from '#db/connect.ts'
import { accountPurpose } from './find-account.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/** Orders under way were given under another account at this operator, which alone can tell of them. */
export class OperatorAccountInUse extends Error {
  override readonly name = 'OperatorAccountInUse'
}

/**
 * Gives a service in live mode an account of its own at an operator, or renews its credentials. Another account than the
 * one before waits until no order of the last day is open: the new one has never heard of them.
 * Refusal: OperatorAccountInUse.
 */
export async function setOperatorAccount(
  database: Database,
  serviceEnvId: ServiceEnvId,
  account: OperatorAccount,
): Promise<void> {
  const identity = database.keyring.mac(accountPurpose, identityOf(account))
  const sealed = database.keyring.seal(accountPurpose, JSON.stringify(account))
  await inTransaction(database.pool, async (sql) => {
    const before = await lockAccount(sql, serviceEnvId, account.provider)
    if (before === undefined || !identity.equals(before)) {
      await refuseWhileOpen(sql, serviceEnvId, account.provider)
    }
    await sql.rows(
      `insert into operator_account (service_env_id, provider, capabilities, identity, settings_sealed)
       values ($1, $2, $3, $4, $5)
       on conflict (service_env_id, provider) do update set capabilities = excluded.capabilities,
         identity = excluded.identity, settings_sealed = excluded.settings_sealed, updated_at = now()`,
      [serviceEnvId, account.provider, [...capabilitiesOf(account)], identity, sealed],
    )
  })
}

/** Takes a service's own account away; the platform's serves it from then on, where there is one. Refusal as above. */
export async function removeOperatorAccount(
  database: Database,
  serviceEnvId: ServiceEnvId,
  provider: string,
): Promise<void> {
  await inTransaction(database.pool, async (sql) => {
    if ((await lockAccount(sql, serviceEnvId, provider)) === undefined) return
    await refuseWhileOpen(sql, serviceEnvId, provider)
    await sql.rows('delete from operator_account where service_env_id = $1 and provider = $2', [
      serviceEnvId,
      provider,
    ])
  })
}

/** Who we are to the operator, whatever the passwords of the day. */
function identityOf(account: OperatorAccount): string {
  if (account.provider === 'moov-benin') return JSON.stringify([account.url, account.username])
  const { baseUrl, targetEnvironment, collection, disbursement } = account
  const users = [collection?.apiUser ?? null, disbursement?.apiUser ?? null]
  return JSON.stringify([baseUrl, targetEnvironment, ...users])
}

async function lockAccount(
  sql: Sql,
  serviceEnvId: ServiceEnvId,
  provider: string,
): Promise<Buffer | undefined> {
  const [row] = await sql.rows<{ identity: Buffer }>(
    'select identity from operator_account where service_env_id = $1 and provider = $2 for update',
    [serviceEnvId, provider],
  )
  return row?.identity
}

/** Pending, or ended in a way that the operator may still contradict: workflows/late-answer.ts watches that long. */
async function refuseWhileOpen(
  sql: Sql,
  serviceEnvId: ServiceEnvId,
  provider: string,
): Promise<void> {
  const { open } = await sql.one<{ open: number }>(
    `select (select count(*)::int from transaction
       where service_env_id = $1 and provider = $2 and operator_state <> 'unsent'
         and (status = 'pending' or (status = 'expired' and completed_at > now() - interval '25 hours')))
       + (select count(*)::int from refund
         where service_env_id = $1 and provider = $2 and status = 'processing')
       + (select count(*)::int from closing c join transaction t on t.id = c.transaction_id
         where t.service_env_id = $1 and t.provider = $2 and c.ended_at > now() - interval '8 days') as open`,
    [serviceEnvId, provider],
  )
  if (open === 0) return
  throw new OperatorAccountInUse(
    `${open} orders at ${provider} may still be open under the account before. Try again when they are over.`,
  )
}
