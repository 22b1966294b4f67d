import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import {
  db,
  expressionBuilder,
  jsonBuildObject,
  type Params,
  prepared,
  sql,
  type Tables,
} from '#db/statements.ts'

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
export function readOperatorHealth(
  { pool }: Pick<Database, 'pool'>,
  mode: Mode,
): Promise<OperatorHealth[]> {
  return onPool(pool).all(health({ mode }))
}

/** What an operator does to a payment; all else is the payer's. */
const faults = ['operator_error', 'operator_unavailable', 'expired'] as const

function figures(since: string) {
  const eb = expressionBuilder<Tables, 'transaction'>()
  const isIn = eb('completedAt', '>', sql<Date>`now() - ${since}::interval`)
  const hasSucceeded = eb.and([isIn, eb('status', '=', 'succeeded')])
  const seconds = sql`extract(epoch from ${eb.ref('completedAt')} - ${eb.ref('createdAt')})`
  return jsonBuildObject({
    ended: eb.fn.countAll<number>().filterWhere(isIn),
    succeeded: eb.fn.countAll<number>().filterWhere(hasSucceeded),
    faults: eb.fn.countAll<number>().filterWhere(eb.and([isIn, eb('failureCode', 'in', faults)])),
    medianSeconds: sql<number | null>`percentile_cont(0.5) within group (order by ${seconds})
      filter (where ${hasSucceeded})`,
  })
}

// The bound on `created_at` is what the index knows: a payment ends within an hour, but for a few.
const health = prepared((p: Params<{ mode: Mode }>) =>
  db
    .selectFrom('transaction')
    .select(['provider', figures('1 hour').as('hour'), figures('1 day').as('day')])
    .where('mode', '=', p.mode)
    .where('type', '=', 'collection')
    .where('status', '<>', 'pending')
    .where('createdAt', '>', sql<Date>`now() - interval '25 hours'`)
    .groupBy('provider'),
)
