import type { TransactionId } from '#domain/ids.ts'
import type { Entry } from '#domain/ledger/ledger.ts'
import type { Movement } from '#db/ledger.ts'
import type { Books, Merchant } from '#test/support/books.ts'

/** Money for a merchant that an operator owes us. */
export const gift: readonly Entry[] = [
  { account: 'operator_clearing', amount: -1000n },
  { account: 'available', amount: 1000n },
]

/** A movement of this transaction, with what the test wants different. */
export function movementOf(
  of: { readonly merchant: Merchant; readonly transactionId: TransactionId },
  changes: Partial<Movement> = {},
): Movement {
  return {
    serviceEnvId: of.merchant.serviceEnvId,
    mode: of.merchant.mode,
    transactionId: of.transactionId,
    kind: 'collection_settled',
    provider: 'mtn-benin',
    currency: 'XOF',
    entries: gift,
    ...changes,
  }
}

/** The stored balance of a merchant's account, as text; undefined before its first movement. */
export async function balanceOf(
  books: Books,
  { serviceEnvId }: Merchant,
  kind: string,
): Promise<string | undefined> {
  const [row] = await books.rows<{ balance: string }>(
    'select balance::text from ledger_account where service_env_id = $1 and kind = $2',
    serviceEnvId,
    kind,
  )
  return row?.balance
}
