import type { ServiceEnvId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** Balances of a service in one mode, minor units of XOF (spec: Balance). */
export interface Balance {
  readonly mode: Mode
  readonly available: bigint
  readonly pending: bigint
  /** In sandbox what would await confirmation; `available` has it as well. */
  readonly pendingConfirmation: bigint
  readonly pendingConfirmationCount: number
  /** Of payments that are being verified. */
  readonly held: bigint
  /** Of payments whose verification ended badly. */
  readonly withheld: bigint
  /** Of payouts and refunds that are under way. */
  readonly reserved: bigint
  readonly updatedAt: Date
}

/** The account rows that every movement keeps up to date; only what is simulated in sandbox has none, and is added up. */
export async function readBalance(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<Balance> {
  const row = await onPool(database.pool).one<BalanceRow>(
    `select e.mode,
       coalesce(max(a.balance) filter (where a.kind = 'available'), 0)::text as available,
       coalesce(max(a.balance) filter (where a.kind = 'pending'), 0)::text as pending,
       case e.mode when 'sandbox' then (select ${simulated} from transaction t where ${confirming})
         else coalesce(max(a.balance) filter (where a.kind = 'pending_confirmation'), 0) end::text as confirming,
       (select count(*)::int from transaction t where ${confirming}) as confirming_count,
       coalesce(max(a.balance) filter (where a.kind = 'held'), 0)::text as held,
       coalesce(max(a.balance) filter (where a.kind = 'withheld'), 0)::text as withheld,
       coalesce(max(a.balance) filter (where a.kind = 'reserved'), 0)::text as reserved,
       coalesce(max(a.updated_at), e.created_at) as updated_at
     from service_env e
     left join ledger_account a on a.service_env_id = e.id and a.currency = 'XOF'
     where e.id = $1 group by e.id`,
    [serviceEnvId],
  )
  return {
    mode: row.mode,
    available: BigInt(row.available),
    pending: BigInt(row.pending),
    pendingConfirmation: BigInt(row.confirming),
    pendingConfirmationCount: row.confirming_count,
    held: BigInt(row.held),
    withheld: BigInt(row.withheld),
    reserved: BigInt(row.reserved),
    updatedAt: new Date(row.updated_at),
  }
}

const confirming = `t.service_env_id = e.id and t.funds_status = 'pending_confirmation'`
/** Their net, less what refunds took of them, as in live. */
const simulated = `coalesce(sum(t.net_amount - (select coalesce(sum(r.funds_amount), 0) from refund r
  where r.transaction_id = t.id and r.status not in ('rejected', 'failed', 'cancelled'))), 0)`

interface BalanceRow {
  readonly mode: Mode
  readonly available: string
  readonly pending: string
  readonly confirming: string
  readonly confirming_count: number
  readonly held: string
  readonly withheld: string
  readonly reserved: string
  readonly updated_at: string
}
