import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { TransactionType } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type ExpressionBuilder, type Params, prepared, type Tables } from '#db/statements.ts'

/** A sandbox payment that waits for a decision (docs/payments.md#sandbox-numbers). */
export interface SandboxDecision {
  readonly id: TransactionId
  readonly type: TransactionType
  readonly reference: string
  readonly price: Money
  /** After this time its operator reports it as expired. */
  readonly closesAt: Date
}

const shownMax = 20

/** Those of a service, first to expire first; only one if an id is given. */
export async function listSandboxDecisions(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: TransactionId | null = null,
): Promise<readonly SandboxDecision[]> {
  const rows = await onPool(pool).all(undecided({ serviceEnvId, id }))
  return rows.map(({ amount, currency, ...row }) => ({ ...row, price: money(amount, currency) }))
}

const undecided = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: TransactionId | null }>) =>
  db
    .selectFrom('transaction as t')
    .innerJoin('sandboxOperator.request as r', 'r.id', 't.operatorRequestId')
    .select(['t.id', 't.type', 't.reference', 't.amount', 't.currency', 'r.closesAt'])
    .where('t.serviceEnvId', '=', p.serviceEnvId)
    .where((eb) => eb('t.id', '=', eb.fn.coalesce(p.id, eb.ref('t.id'))))
    .where(waitsForAnybody)
    .orderBy('r.closesAt')
    .orderBy('t.id')
    .limit(shownMax),
)

type Joined = ExpressionBuilder<
  { t: Tables['transaction']; r: Tables['sandboxOperator.request'] },
  't' | 'r'
>

/** Its operator has it, it has not expired, and nobody has decided. */
export function isUndecided(eb: Joined) {
  return eb.and([
    eb('t.mode', '=', 'sandbox'),
    eb('t.status', '=', 'pending'),
    eb('r.status', '=', 'pending'),
    eb('r.decidesAt', 'is not', null),
    eb('r.closesAt', '>', now),
  ])
}

/** Of those, the ones decided in the portal. */
function waitsForAnybody(eb: Joined) {
  return eb.and([isUndecided(eb), eb('r.scenario', '=', 'decided_in_portal')])
}
