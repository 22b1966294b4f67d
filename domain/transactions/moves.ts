import { type PayoutCause, payoutMoves } from '#domain/payouts/payout.ts'
import type { MoveTable } from '#domain/states/moves.ts'
import { type TransferActKind, transferStatusMoves } from '#domain/transfers/transfer.ts'
import type { TransactionRecord } from './record.ts'
import { type CollectionCause, collectionMoves, type TransactionStatus } from './transaction.ts'

/** The table of moves of a transaction. */
export function movesOf({
  type,
  paymentMethod,
}: Pick<TransactionRecord, 'type' | 'paymentMethod'>): MoveTable<
  TransactionStatus,
  CollectionCause | PayoutCause | TransferActKind
> {
  if (type === 'collection') return collectionMoves
  return paymentMethod.type === 'bank_transfer' ? transferStatusMoves : payoutMoves
}
