import { fail } from '#domain/errors/errors.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'
import { bookSentBack } from '#use-cases/closings/contradict.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'

/**
 * Notes that the bank sent back a transfer that it had made: what the bank owes us is corrected, and what we owe the
 * merchant is kept apart until two supervisors settle it. The transfer keeps its status. If the bank kept fees, `returned`
 * (minor units) is less than was sent, and the service bears the difference. Refusals: action_not_allowed if it was not
 * made, or its return was noted already; invalid_field for more than was sent.
 */
export async function sendBackTransfer(
  database: Database,
  id: TransactionId,
  returned?: bigint,
): Promise<void> {
  const payment = await readTransaction(database, id)
  if (returned !== undefined && returned > payment.net.minor)
    throw fail('invalid_field', { field: 'returned_amount' })
  const isNews = await inTransaction(database.pool, (sql) => bookSentBack(sql, payment, returned))
  if (!isNews) throw fail('action_not_allowed')
}
