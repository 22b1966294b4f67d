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

/** Collections through one operator that ended recently, of all merchants together. */
export interface OperatorFigures {
  readonly ended: number
  readonly succeeded: number
  /** Failures that the operator caused, not the payer. */
  readonly faults: number
  /** Median time from request to success; null without a success. */
  readonly medianSeconds: number | null
}

export interface OperatorHealth {
  readonly provider: string
  readonly hour: OperatorFigures
  readonly day: OperatorFigures
}

/** The operators of collections that ended within the last day. */
export function readOperatorHealth(
  { pool }: Pick<Database, 'pool'>,
  mode: Mode,
): Promise<OperatorHealth[]> {
  return onPool(pool).all(health({ mode }))
}

/** Failures caused by the operator; all others are the payer's. */
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

// `created_at` is bounded because the index contains it: nearly all payments end within an hour.
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
