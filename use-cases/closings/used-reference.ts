import { fail } from '#domain/errors/errors.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** A payout or refund that a verdict is about. */
interface ClosedOrder {
  readonly id: TransactionId | RefundId
  readonly mode: Mode
  readonly provider: string
}

/**
 * Another order's reference must not be evidence for this one unless somebody has seen that it is: an answer of the
 * operator may be about several orders. Refusal: operator_reference_used, which names the other payments.
 */
export async function refuseUsedReference(
  { database }: Pick<UseCaseContext, 'database'>,
  { id, mode, provider }: ClosedOrder,
  typed: string,
): Promise<void> {
  // As it is typed, and in one case: references are found by their index, which knows no case.
  const bare = typed.replaceAll(' ', '')
  const forms = [typed, bare, bare.toUpperCase(), bare.toLowerCase()]
  const others = await onPool(database.pool).all(sameReference({ id, mode, provider, forms }))
  if (others.length === 0) return
  const ids = others.map(({ transactionId }) => transactionId).join(' ')
  throw fail('operator_reference_used', { field: 'same_reference', transaction_ids: ids })
}

const sameMax = 10

const sameReference = prepared(
  (p: Params<Omit<ClosedOrder, 'id'> & { id: string; forms: readonly string[] }>) =>
    db
      .selectFrom('transaction as t')
      .select('t.id as transactionId')
      .where('t.providerReference', '=', sql<string>`any(${p.forms}::text[])`)
      .where('t.provider', '=', p.provider)
      .where('t.mode', '=', p.mode)
      .where('t.id', '<>', sql<TransactionId>`${p.id}::uuid`)
      .union(
        db
          .selectFrom('refund as r')
          .innerJoin('serviceEnv as e', 'e.id', 'r.serviceEnvId')
          .select('r.transactionId')
          .where('r.providerReference', '=', sql<string>`any(${p.forms}::text[])`)
          .where('r.provider', '=', p.provider)
          .where('e.mode', '=', p.mode)
          .where('r.id', '<>', sql<RefundId>`${p.id}::uuid`),
      )
      .orderBy('transactionId')
      .limit(sameMax),
)
