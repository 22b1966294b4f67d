import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { PayoutSuspension } from './suspend-payouts.ts'

/** Lifts the suspension of just these payouts; a wider one goes on. */
export async function resumePayouts(
  database: Database,
  { mode, serviceEnvId, provider }: PayoutSuspension,
): Promise<void> {
  await onPool(database.pool).rows(
    `update payout_suspension set lifted_at = now()
     where mode = $1 and service_env_id is not distinct from $2::uuid and provider is not distinct from $3::text
       and lifted_at is null`,
    [mode, serviceEnvId, provider],
  )
}
