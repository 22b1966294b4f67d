import { type CollectedAmounts, collectionSettled } from '#domain/ledger/ledger.ts'
import { type Move, postingOf } from '#domain/states/moves.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { FundsStatus, TransactionStatus } from '#domain/transactions/transaction.ts'
import type { Movement } from '#db/ledger.ts'

/** What a collection moves, in minor units. */
export function collectedAmounts(paid: TransactionRecord): CollectedAmounts {
  const { amountCharged, net, fees, exchange } = paid
  return {
    charged: amountCharged.minor,
    net: net.minor,
    fees: fees.amount.minor,
    exchange: (exchange?.fee?.amount.minor ?? 0n) + (exchange?.margin?.amount.minor ?? 0n),
  }
}

/** The posting of a collection that has succeeded. */
export function collectedPosting(
  paid: TransactionRecord & { readonly fundsStatus: FundsStatus },
  move: Move<TransactionStatus, string>,
): Movement {
  const { mode, amountCharged, fundsStatus: status } = paid
  return {
    serviceEnvId: paid.serviceEnvId,
    mode,
    transactionId: paid.id,
    kind: postingOf(move),
    provider: paid.provider,
    currency: amountCharged.currency,
    entries: collectionSettled(collectedAmounts(paid), { mode, status }),
  }
}
