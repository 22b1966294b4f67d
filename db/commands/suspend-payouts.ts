import { randomUUIDv7 } from 'node:crypto'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { BankCode, OperatorCode } from '#domain/operators.ts'
import type { Mode } from '#domain/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** Which payouts are stopped: null is all services, or all operators and banks. */
export interface PayoutSuspension {
  readonly mode: Mode
  readonly serviceEnvId: ServiceEnvId | null
  readonly provider: OperatorCode | BankCode | null
}

/** Takes no new payouts of these from now on; those accepted before go on. What is suspended stays so. */
export async function suspendPayouts(
  database: Database,
  { mode, serviceEnvId, provider }: PayoutSuspension,
): Promise<void> {
  await onPool(database.pool).rows(
    `insert into payout_suspension (id, mode, service_env_id, provider) values ($1, $2, $3, $4) on conflict do nothing`,
    [randomUUIDv7(), mode, serviceEnvId, provider],
  )
}
