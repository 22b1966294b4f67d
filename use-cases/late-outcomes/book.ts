import type { TransactionId } from '#domain/ids.ts'
import { lateOutcomeBooked } from '#domain/ledger/ledger.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { post } from '#db/ledger.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { type Changes, db, type Params, prepared } from '#db/statements.ts'

/**
 * The operator debited the payer after the payment had ended without success: the transaction keeps its status, and
 * the whole amount is kept for the payer until staff refunds it (docs/payments.md#late-answers). Books nothing for
 * other payments: a pending one gets this outcome as its own, and a successful one already has it. Safe to repeat.
 */
export async function bookLateOutcome(
  database: Database,
  id: TransactionId,
  providerReference: string,
): Promise<void> {
  const transaction = await readTransaction(database, id)
  await inTransaction(database.pool, (sql) => bookLate(sql, transaction, providerReference))
}

/** The same within a transaction; without a reference the one that is known stays. */
export async function bookLate(
  sql: Sql,
  transaction: TransactionRecord,
  providerReference: string | null,
): Promise<void> {
  const { id, serviceEnvId, mode, provider, amountCharged } = transaction
  if ((await sql.run(markLate({ id, providerReference }))) === 0) return
  await post(sql, {
    serviceEnvId,
    mode,
    transactionId: id,
    kind: 'late_outcome_booked',
    provider,
    currency: amountCharged.currency,
    entries: lateOutcomeBooked(amountCharged.minor),
  })
}

const markLate = prepared((p: Params<{ id: TransactionId; providerReference: string | null }>) =>
  db
    .updateTable('transaction')
    .set((eb): Changes<'transaction'> => ({
      lateOutcomeAt: now,
      providerReference: eb.fn.coalesce('providerReference', p.providerReference),
    }))
    .where('id', '=', p.id)
    .where('status', 'in', ['failed', 'expired', 'cancelled'])
    .where('lateOutcomeAt', 'is', null),
)
