import type { ServiceEnvId } from '#domain/ids.ts'
import type { OperatorAccount } from '#platform/operator-accounts.ts'
import type { Database } from '#db/connect.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The row identity that an account's settings are sealed for. */
export function accountRow(serviceEnvId: ServiceEnvId, provider: string): string {
  return `${serviceEnvId} ${provider}`
}

/** A service's own account at an operator, with its settings. */
export async function findOperatorAccount(
  database: Database,
  serviceEnvId: ServiceEnvId,
  provider: string,
): Promise<OperatorAccount | undefined> {
  const row = await onPool(database.pool).first(settingsOf({ serviceEnvId, provider }))
  if (row === undefined) return undefined
  const place = accountRow(serviceEnvId, provider)
  const settings = database.keyring.open(sealedColumns.operatorAccount, place, row.settingsSealed)
  return JSON.parse(settings.toString('utf8')) as OperatorAccount
}

const settingsOf = prepared((p: Params<{ serviceEnvId: ServiceEnvId; provider: string }>) =>
  db
    .selectFrom('operatorAccount')
    .select('settingsSealed')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('provider', '=', p.provider),
)

/** What a service's own account at an operator can be used for; undefined if it has none. */
export async function findCapabilities(
  database: Database,
  serviceEnvId: ServiceEnvId,
  provider: string,
): Promise<readonly string[] | undefined> {
  const row = await onPool(database.pool).first(capabilitiesOf({ serviceEnvId, provider }))
  return row?.capabilities
}

const capabilitiesOf = prepared((p: Params<{ serviceEnvId: ServiceEnvId; provider: string }>) =>
  db
    .selectFrom('operatorAccount')
    .select('capabilities')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('provider', '=', p.provider),
)
