import { randomUUID } from 'node:crypto'
import { asId, type OperatorRequestId } from '#domain/ids.ts'
import type { IdempotencyScope } from '#db/idempotency.ts'
import { ConstraintViolation } from '#db/sql.ts'
import { drawn, drawnUuid } from '#use-cases/payouts/drawn-ids.ts'

type Key = Omit<IdempotencyScope, 'fingerprint'>

/**
 * The id under which an operator gets what was requested with this key. Derived from the key only: if a database is
 * restored to before the request, its repeat is the same order to the operator. `use` counts the payments that have had
 * this key, which is free again after 72 hours.
 */
function requestIdOf(key: Key, use = 0): OperatorRequestId {
  const { serviceEnvId, holderId, route, key: text } = key
  const from = JSON.stringify(['request by key', serviceEnvId, holderId, route, text, use])
  return asId<OperatorRequestId>(drawnUuid(drawn(from), 4))
}

/** Does `work` under the first id of this key that no payment has; after some uses, under one that nobody can repeat. */
export async function underFreeId<Result>(
  key: Key,
  work: (id: OperatorRequestId) => Promise<Result>,
  use = 0,
): Promise<Result> {
  const isLast = use >= usesMax
  try {
    return await work(isLast ? asId<OperatorRequestId>(randomUUID()) : requestIdOf(key, use))
  } catch (error) {
    if (isLast || !isTaken(error)) throw error
    return underFreeId(key, work, use + 1)
  }
}

const usesMax = 10

function isTaken(error: unknown): boolean {
  return (
    error instanceof ConstraintViolation &&
    error.constraint === 'transaction_operator_request_id_key'
  )
}
