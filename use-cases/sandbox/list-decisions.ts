import type { CurrencyCode } from '#domain/money/currency.ts'
import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { TransactionType } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** A payment of the sandbox that waits for somebody to decide it (contract: Sandbox numbers, `0005`). */
export interface SandboxDecision {
  readonly id: TransactionId
  readonly type: TransactionType
  readonly reference: string
  readonly price: Money
  /** Afterwards its operator says that it expired. */
  readonly closesAt: Date
}

/** Its operator has it, in time, and nobody has decided: of `transaction t` and `sandbox_operator.request r`. */
export const isUndecided = `t.mode = 'sandbox' and t.status = 'pending' and r.id = t.operator_request_id
  and r.scenario = 'decided_in_portal' and r.status = 'pending' and r.decides_at is not null and r.closes_at > now()`

const shownMax = 20

/** Those of a service, the first to expire first; one alone where its id is given. */
export async function listSandboxDecisions(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: TransactionId | null = null,
): Promise<readonly SandboxDecision[]> {
  const rows = await onPool(pool).rows<DecisionRow>(
    `select t.id, t.type, t.reference, t.amount::text as amount, t.currency, r.closes_at
     from transaction t, sandbox_operator.request r
     where t.service_env_id = $1 and ($2::uuid is null or t.id = $2) and ${isUndecided}
     order by r.closes_at, t.id limit $3`,
    [serviceEnvId, id, shownMax],
  )
  return rows.map(({ amount, currency, closes_at: closesAt, ...row }) => ({
    ...row,
    price: money(BigInt(amount), currency),
    closesAt: new Date(closesAt),
  }))
}

interface DecisionRow extends Pick<SandboxDecision, 'id' | 'type' | 'reference'> {
  readonly amount: string
  readonly currency: CurrencyCode
  readonly closes_at: string
}
