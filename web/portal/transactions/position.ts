import { asId, type TransactionId } from '#domain/ids.ts'
import type { ListPosition } from '#use-cases/transactions/find.ts'

/** A place in a list of transactions, as its cursor has it. */
export function positionOf([createdAt = '', id = '']: readonly string[]): ListPosition {
  return { createdAt: new Date(createdAt), id: asId<TransactionId>(id) }
}
