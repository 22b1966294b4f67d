import type { TransactionId } from '#domain/ids.ts'
import { lateOutcomeBooked } from '#domain/ledger/ledger.ts'
import type { Database } from '#db/connect.ts'
import { post } from '#db/ledger.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { inTransaction } from '#db/sql.ts'

/**
 * The operator debited the payer after the payment had ended without success: the transaction keeps its end, and the
 * whole amount is kept for the payer until staff refunds it (decisions 16). Books nothing for any other payment: one that
 * is pending gets this outcome as its end, and one that succeeded has it. Safe to repeat.
 */
export async function bookLateOutcome(
  database: Database,
  id: TransactionId,
  providerReference: string,
): Promise<void> {
  const transaction = await readTransaction(database, id)
  await inTransaction(database.pool, async (sql) => {
    const late = await sql.rows(
      `update transaction set late_outcome_at = now(), provider_reference = coalesce(provider_reference, $2)
       where id = $1 and status in ('failed', 'expired', 'cancelled') and late_outcome_at is null returning id`,
      [id, providerReference],
    )
    if (late.length === 0) return
    await post(sql, {
      serviceEnvId: transaction.serviceEnvId,
      mode: transaction.mode,
      transactionId: id,
      kind: 'late_outcome_booked',
      provider: transaction.provider,
      currency: transaction.amountCharged.currency,
      entries: lateOutcomeBooked(transaction.amountCharged.minor),
    })
  })
}
