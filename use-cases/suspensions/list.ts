import type { PayoutSuspensionId, ServiceEnvId } from '#domain/ids.ts'
import { fail } from '#domain/errors/errors.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { type Named, nameOf, pageValues, type QueuePage } from '#use-cases/desk/owner-columns.ts'
import { onPool } from '#db/sql.ts'
import { timeOf } from '#db/types/time.ts'

/** Payouts that the staff has stopped, or had. */
export interface ListedSuspension {
  readonly id: PayoutSuspensionId
  readonly mode: Mode
  /** Null for all services. */
  readonly serviceEnvId: ServiceEnvId | null
  readonly service: Named | null
  readonly merchant: Named | null
  /** An operator or a bank; null for all. */
  readonly provider: string | null
  readonly reason: string | null
  readonly suspendedBy: Named | null
  readonly since: Date
  readonly liftedBy: Named | null
  readonly liftedAt: Date | null
}

/** The oldest first; `isOpen`: those that hold now. */
export async function listPayoutSuspensions(
  { pool }: Pick<Database, 'pool'>,
  { isOpen, ...page }: QueuePage & { readonly isOpen: boolean },
): Promise<ListedSuspension[]> {
  const rows = await onPool(pool).rows<SuspensionRow>(
    `${select} where (u.lifted_at is null or not $1) and ($2::timestamptz is null or (u.since, u.id) > ($2, $3::uuid))
     order by u.since, u.id limit $4`,
    [isOpen, ...pageValues(page)],
  )
  return rows.map(toSuspension)
}

/** One of them. Refusal: payout_suspension_not_found. */
export async function findPayoutSuspension(
  { pool }: Pick<Database, 'pool'>,
  id: PayoutSuspensionId,
): Promise<ListedSuspension> {
  const [row] = await onPool(pool).rows<SuspensionRow>(`${select} where u.id = $1`, [id])
  if (row === undefined) throw fail('payout_suspension_not_found')
  return toSuspension(row)
}

const named = (row: string): string =>
  `case when ${row}.id is not null then json_build_object('id', ${row}.id, 'name', ${row}.name) end`

const select = `select u.id, u.mode, u.service_env_id, u.provider, u.reason, u.since, u.lifted_at,
    ${named('s')} as service, ${named('m')} as merchant,
    ${nameOf('u.suspended_by')} as suspended_by, ${nameOf('u.lifted_by')} as lifted_by
  from payout_suspension u left join service_env e on e.id = u.service_env_id left join service s on s.id = e.service_id
    left join merchant m on m.id = s.merchant_id`

interface SuspensionRow {
  readonly id: PayoutSuspensionId
  readonly mode: Mode
  readonly service_env_id: ServiceEnvId | null
  readonly service: Named | null
  readonly merchant: Named | null
  readonly provider: string | null
  readonly reason: string | null
  readonly suspended_by: Named | null
  readonly since: string
  readonly lifted_by: Named | null
  readonly lifted_at: string | null
}

function toSuspension(row: SuspensionRow): ListedSuspension {
  return {
    id: row.id,
    mode: row.mode,
    serviceEnvId: row.service_env_id,
    service: row.service,
    merchant: row.merchant,
    provider: row.provider,
    reason: row.reason,
    suspendedBy: row.suspended_by,
    since: new Date(row.since),
    liftedBy: row.lifted_by,
    liftedAt: timeOf(row.lifted_at),
  }
}
