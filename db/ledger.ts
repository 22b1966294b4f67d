import type { RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { Entry } from '#domain/ledger/ledger.ts'
import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { ledgerPost } from './functions.ts'
import type { Sql } from './sql.ts'

export interface Movement {
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  /** Null for an opening balance, which belongs to no transaction. */
  readonly transactionId: TransactionId | null
  /** For movements of a refund: a transaction may have several refunds. */
  readonly refundId?: RefundId
  readonly kind: MovementKind
  /** The operator or bank whose clearing account takes part. */
  readonly provider: string
  readonly currency: string
  readonly entries: readonly Entry[]
}

/**
 * The only writer of the ledger. False if this movement of this transaction, or of this refund of it, was already
 * posted: nothing is posted twice. The database refuses a movement that does not sum to zero, and one that takes a
 * merchant's account below zero.
 */
export async function post(sql: Sql, movement: Movement): Promise<boolean> {
  const { posted } = await sql.only(ledgerPost(postingValues(movement)))
  return posted
}

/** The arguments of the database function. */
export function postingValues(movement: Movement) {
  const { kind, provider, currency, mode, serviceEnvId, transactionId, refundId = null } = movement
  const entries = movement.entries.map(({ account, amount }) => ({ account, amount: `${amount}` }))
  const values = { serviceEnvId, mode, transactionId, kind, provider, currency, refundId }
  return { ...values, entries: JSON.stringify(entries) }
}
