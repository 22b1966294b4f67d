import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** How much waits for the staff, and since when. */
export interface Waiting {
  readonly count: number
  /** Null where nothing waits. */
  readonly oldestAt: Date | null
}

/** The queues of the desk. */
export type Queue =
  | 'transfers'
  | 'refunds'
  | 'payouts'
  | 'funds'
  | 'lateOutcomes'
  | 'accounts'
  | 'differences'
export type DeskFigures = Readonly<Record<Queue, Waiting>>

/** What waits in each queue, in both modes: refunds that somebody must decide on or look after, not those under way. */
export async function readDeskFigures({ pool }: Pick<Database, 'pool'>): Promise<DeskFigures> {
  const row = await onPool(pool).one<Record<Queue, WaitingRow>>(statement)
  return {
    transfers: toWaiting(row.transfers),
    refunds: toWaiting(row.refunds),
    payouts: toWaiting(row.payouts),
    funds: toWaiting(row.funds),
    lateOutcomes: toWaiting(row.lateOutcomes),
    accounts: toWaiting(row.accounts),
    differences: toWaiting(row.differences),
  }
}

const waiting = (since: string, from: string): string =>
  `(select json_build_object('count', count(*), 'oldest', min(${since})) from ${from})`

const statement = `select
  ${waiting('b.created_at', `bank_transfer b where b.state in ('to_process', 'in_progress')`)} as transfers,
  ${waiting(
    'r.created_at',
    `refund r where r.status in ('pending', 'approved', 'processing')
      and (r.status = 'pending' or r.attention_at is not null)`,
  )} as refunds,
  ${waiting(
    'n.created_at',
    `staff_notice n join transaction t on t.id = n.transaction_id
      where n.kind = 'payout_undecided' and n.number = 1 and t.status = 'pending'`,
  )} as payouts,
  ${waiting('t.completed_at', `transaction t where t.funds_status in ('held', 'pending_confirmation')`)} as funds,
  ${waiting(
    't.late_outcome_at',
    `transaction t where t.late_outcome_at is not null and not exists (select from refund r
      where r.transaction_id = t.id and r.status not in ('rejected', 'failed', 'cancelled'))`,
  )} as "lateOutcomes",
  ${waiting('a.created_at', `authorized_account a where a.status = 'pending'`)} as accounts,
  ${waiting('d.created_at', `reconciliation_difference d where d.closed_at is null`)} as differences`

interface WaitingRow {
  readonly count: number
  readonly oldest: string | null
}

function toWaiting({ count, oldest }: WaitingRow): Waiting {
  return { count, oldestAt: oldest === null ? null : new Date(oldest) }
}
