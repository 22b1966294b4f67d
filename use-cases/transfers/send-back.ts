import { fail } from '#domain/errors/errors.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'
import { bookSentBack } from '#use-cases/closings/contradict.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'

/**
 * Notes that the bank sent back a transfer that it had made: what the bank owes us is corrected, and what is owed to the
 * merchant is kept apart until two supervisors settle it. The transfer stays as it ended. Refusal: action_not_allowed for one
 * that was not made, or that is noted already.
 */
export async function sendBackTransfer(database: Database, id: TransactionId): Promise<void> {
  const payment = await readTransaction(database, id)
  const isNews = await inTransaction(database.pool, (sql) => bookSentBack(sql, payment))
  if (!isNews) throw fail('action_not_allowed')
}
