import type { RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { Entry } from '#domain/ledger/ledger.ts'
import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { ledgerPost } from './functions.ts'
import type { Sql } from './sql.ts'
import { type Expression, sql as text } from './statements.ts'

export interface Movement {
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  /** Null for an opening balance, which belongs to no transaction. */
  readonly transactionId: TransactionId | null
  /** For movements of a refund: a transaction may have several refunds. */
  readonly refundId?: RefundId
  readonly kind: MovementKind
  /** Which one of this kind it is; the first if left out. */
  readonly number?: number
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
  const { provider, currency, mode, serviceEnvId, transactionId, refundId = null } = movement
  const entries = movement.entries.map(({ account, amount }) => ({ account, amount: `${amount}` }))
  const kind = numbered(movement.kind, movement.number)
  const values = { serviceEnvId, mode, transactionId, kind, provider, currency, refundId }
  return { ...values, entries: JSON.stringify(entries) }
}

/** The kind as it is stored: those of a later word of an operator, and of what settles it, have its number. */
function numbered(kind: MovementKind, number = 1): MovementKind {
  return number > 1 ? (`${kind}:${number}` as MovementKind) : kind
}

/** Without its number, as readers know it. */
export function kindOf(kind: Expression<MovementKind>) {
  return text<MovementKind>`split_part(${kind}, ':', 1)`
}
