import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** How much of a merchant's waits for somebody of the service's staff. */
export interface Waiting {
  readonly transfers: number
  readonly refunds: number
  readonly accounts: number
}

/** Counted as things stand now. */
export function countWaiting(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<Waiting> {
  return onPool(pool).one<Waiting>(
    `select
       (select count(*)::int from bank_transfer b where b.service_env_id = $1
         and b.state in ('to_process', 'in_progress')) as transfers,
       (select count(*)::int from refund r where r.service_env_id = $1 and r.status = 'pending') as refunds,
       (select count(*)::int from authorized_account a where a.service_env_id = $1 and a.status = 'pending') as accounts`,
    [serviceEnvId],
  )
}
