import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** How collections by one operator went that ended in a while: all merchants' together. */
export interface OperatorFigures {
  readonly ended: number
  readonly succeeded: number
  /** Of those that did not succeed, which were the operator's doing, not the payer's. */
  readonly faults: number
  /** From the request to the success, half took less; null where none succeeded. */
  readonly medianSeconds: number | null
}

export interface OperatorHealth {
  readonly provider: string
  readonly hour: OperatorFigures
  readonly day: OperatorFigures
}

/** The operators by which collections ended in the last day. */
export async function readOperatorHealth(
  { pool }: Pick<Database, 'pool'>,
  mode: Mode,
): Promise<OperatorHealth[]> {
  return onPool(pool).rows<OperatorHealth>(statement, [mode])
}

/** What an operator does to a payment; all else is the payer's. */
const faults = `('operator_error', 'operator_unavailable', 'expired')`

const figures = (since: string): string => {
  const isIn = `completed_at > now() - interval '${since}'`
  return `json_build_object('ended', count(*) filter (where ${isIn}),
    'succeeded', count(*) filter (where ${isIn} and status = 'succeeded'),
    'faults', count(*) filter (where ${isIn} and failure_code in ${faults}),
    'medianSeconds', percentile_cont(0.5) within group (order by extract(epoch from completed_at - created_at))
      filter (where ${isIn} and status = 'succeeded'))`
}

// The bound on `created_at` is what the index knows: a payment ends within an hour, but for a few.
const statement = `select provider, ${figures('1 hour')} as hour, ${figures('1 day')} as day from transaction
  where mode = $1 and type = 'collection' and status <> 'pending' and created_at > now() - interval '25 hours'
  group by provider`
