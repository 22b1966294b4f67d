import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** A stop of payouts that concerns a service. */
export interface Suspension {
  /** Null: all operators and banks. */
  readonly provider: string | null
  /** True where only this service is stopped. */
  readonly isOwn: boolean
  readonly reason: string | null
  readonly since: Date
}

/** Which payouts of a service are stopped now; none where all go. */
export async function listSuspensions(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<Suspension[]> {
  const rows = await onPool(pool).rows<Omit<Suspension, 'since'> & { readonly since: string }>(
    `select p.provider, p.service_env_id is not null as "isOwn", p.reason, p.since
     from payout_suspension p join service_env e on e.id = $1
     where p.mode = e.mode and p.lifted_at is null and (p.service_env_id is null or p.service_env_id = e.id)
     order by p.since, p.id limit 20`,
    [serviceEnvId],
  )
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

/** What is known of the account that a bank transfer goes to. */
export interface AccountPast {
  /** When somebody of the staff verified it; null where it no longer counts or never did. */
  readonly verifiedAt: Date | null
  readonly addedAt: Date
  /** Transfers to it that were made before, and when the last of them was. */
  readonly made: number
  readonly lastMadeAt: Date | null
}

/** What a transfer's account has been used for; the transfer exists. */
export async function readAccountPast(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<AccountPast> {
  const row = await onPool(pool).one<AccountRow>(
    `select a.verified_at, a.created_at, count(o.transaction_id)::int as made, max(o.moved_at) as last_made_at
     from bank_transfer b join authorized_account a on a.id = b.account_id
       left join bank_transfer o on o.account_id = a.id and o.state = 'transferred' and o.transaction_id <> b.transaction_id
     where b.transaction_id = $1 group by a.id`,
    [id],
  )
  return {
    verifiedAt: dateOf(row.verified_at),
    addedAt: new Date(row.created_at),
    made: row.made,
    lastMadeAt: dateOf(row.last_made_at),
  }
}

interface AccountRow {
  readonly verified_at: string | null
  readonly created_at: string
  readonly made: number
  readonly last_made_at: string | null
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
