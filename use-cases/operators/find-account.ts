import type { ServiceEnvId } from '#domain/ids.ts'
import type { OperatorAccount } from '#platform/operator-accounts.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** What the settings of an account are sealed for. */
export const accountPurpose = 'operator-account'

/** The account of its own that a service has at an operator, in the settings it was given. */
export async function findOperatorAccount(
  database: Database,
  serviceEnvId: ServiceEnvId,
  provider: string,
): Promise<OperatorAccount | undefined> {
  const [row] = await onPool(database.pool).rows<{ settings_sealed: Buffer }>(
    'select settings_sealed from operator_account where service_env_id = $1 and provider = $2',
    [serviceEnvId, provider],
  )
  if (row === undefined) return undefined
  const settings = database.keyring.open(accountPurpose, row.settings_sealed).toString('utf8')
  return JSON.parse(settings) as OperatorAccount
}

/** What a service's own account at an operator may be asked for; undefined where it has none. */
export async function findCapabilities(
  database: Database,
  serviceEnvId: ServiceEnvId,
  provider: string,
): Promise<readonly string[] | undefined> {
  const [row] = await onPool(database.pool).rows<{ capabilities: string[] }>(
    'select capabilities from operator_account where service_env_id = $1 and provider = $2',
    [serviceEnvId, provider],
  )
  return row?.capabilities
}
