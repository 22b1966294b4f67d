import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { TransactionType } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type ExpressionBuilder, type Params, prepared, type Tables } from '#db/statements.ts'

/** A payment of the sandbox that waits for somebody to decide it (docs/payments.md#sandbox-numbers). */
export interface SandboxDecision {
  readonly id: TransactionId
  readonly type: TransactionType
  readonly reference: string
  readonly price: Money
  /** Afterwards its operator says that it expired. */
  readonly closesAt: Date
}

const shownMax = 20

/** Those of a service, the first to expire first; one alone where its id is given. */
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

/** Its operator has it, in time, and nobody has decided. */
export function isUndecided(eb: Joined) {
  return eb.and([
    eb('t.mode', '=', 'sandbox'),
    eb('t.status', '=', 'pending'),
    eb('r.status', '=', 'pending'),
    eb('r.decidesAt', 'is not', null),
    eb('r.closesAt', '>', now),
  ])
}

/** Of those, what waits for somebody’s word in the portal. */
function waitsForAnybody(eb: Joined) {
  return eb.and([isUndecided(eb), eb('r.scenario', '=', 'decided_in_portal')])
}
