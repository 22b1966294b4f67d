import { randomUUID } from 'node:crypto'
import { asId, type OperatorRequestId } from '#domain/ids.ts'
import type { IdempotencyKey } from '#db/idempotency.ts'
import { ConstraintViolation } from '#db/sql.ts'
import type { Money } from '#domain/money/money.ts'
import { drawn, drawnUuid } from '#use-cases/payouts/drawn-ids.ts'

/** What a repeat has in common with its first request. */
export interface Terms {
  readonly price: Money
  /** Null where there is none. */
  readonly phone: string | null
}

/**
 * The id under which an operator gets what was requested with this key. If the database is restored to before the request,
 * a repeat is the same order to the operator. With another amount or number it is another order, because an operator may
 * report an order as done without saying how much it moved. `use` counts the payments that have had this key, which is
 * free again after 72 hours.
 */
function requestIdOf(key: IdempotencyKey, { price, phone }: Terms, use: number): OperatorRequestId {
  const { serviceEnvId, holderId, route, key: text } = key
  const terms = [String(price.minor), price.currency, phone]
  const from = JSON.stringify(['request by key', serviceEnvId, holderId, route, text, terms, use])
  return asId<OperatorRequestId>(drawnUuid(drawn(from), 4))
}

/**
 * Does `work` under the first id of this key and these terms that no payment has; after some uses, under one that nobody
 * can repeat.
 */
export async function underFreeId<Result>(
  { key, terms }: { readonly key: IdempotencyKey; readonly terms: Terms },
  work: (id: OperatorRequestId) => Promise<Result>,
): Promise<Result> {
  for (let use = 0; use < usesMax; use += 1) {
    try {
      return await work(requestIdOf(key, terms, use))
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  return work(asId<OperatorRequestId>(randomUUID()))
}

const usesMax = 10

function isTaken(error: unknown): boolean {
  return (
    error instanceof ConstraintViolation &&
    error.constraint === 'transaction_operator_request_id_key'
  )
}
