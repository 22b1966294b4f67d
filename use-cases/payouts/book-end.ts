import { payoutReturned, payoutSettled } from '#domain/ledger/ledger.ts'
import { eventOf, type Move, postingOf } from '#domain/states/moves.ts'
import { clearingOf } from '#domain/payouts/payout.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import { withdrawalPayload } from '#domain/webhooks/withdrawal-payload.ts'
import type { Database } from '#db/connect.ts'
import { recordEvent } from '#db/events.ts'
import { post } from '#db/ledger.ts'
import type { Sql } from '#db/sql.ts'

/** Spends what an ended payout had reserved, or returns it, and records its event; returns the outbox ids. */
export async function bookPayoutEnd(
  sql: Sql,
  database: Pick<Database, 'keyring'>,
  {
    ended,
    move,
  }: { readonly ended: TransactionRecord; readonly move: Move<TransactionStatus, string> },
): Promise<string[]> {
  const { amountCharged, net, fees } = ended
  const charged = amountCharged.minor
  const isPaid = ended.status === 'succeeded'
  const amounts = { charged, net: net.minor, fees: fees.amount.minor }
  const announced = await recordEvent(sql, database.keyring, {
    type: eventOf(move),
    serviceEnvId: ended.serviceEnvId,
    transactionId: ended.id,
    data: withdrawalPayload(ended),
  })
  // Last, because the balance is locked until the commit, and the merchant's other payments wait for it.
  await post(sql, {
    serviceEnvId: ended.serviceEnvId,
    mode: ended.mode,
    transactionId: ended.id,
    kind: postingOf(move),
    provider: ended.provider,
    currency: amountCharged.currency,
    entries: isPaid ? payoutSettled(amounts, clearingOf(ended.provider)) : payoutReturned(charged),
  })
  return announced
}
