import type { ClosingSubject, ClosingVerdict } from '#domain/closings/closing.ts'
import { closingContradicted } from '#domain/ledger/ledger.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { RefundRecord } from '#domain/refunds/refund.ts'
import type { Database } from '#db/connect.ts'
import { post } from '#db/ledger.ts'
import { inTransaction } from '#db/sql.ts'

/** What was closed, with its payment. */
export interface ClosedSubject {
  readonly payment: TransactionRecord
  /** Null where it is a payout. */
  readonly refund: RefundRecord | null
}

/**
 * The operator said how a payout or refund ended that the staff had closed. Where it is the contrary the end stays, what
 * the operator owes us is put right, the difference is kept apart for people to settle, and staff is told. True when it
 * was the contrary, and news. Safe to repeat.
 */
export async function contradictClosing(
  database: Pick<Database, 'pool'>,
  { payment, refund }: ClosedSubject,
  said: ClosingVerdict,
): Promise<boolean> {
  const subject: ClosingSubject = { transactionId: payment.id, refundId: refund?.id ?? null }
  return inTransaction(database.pool, async (sql) => {
    const [closing] = await sql.rows<{ verdict: ClosingVerdict }>(
      `update closing set contradicted_at = clock_timestamp()
       where transaction_id = $1 and refund_id is not distinct from $2::uuid and ended_at is not null
         and contradicted_at is null and verdict <> $3
       returning verdict`,
      [subject.transactionId, subject.refundId, said],
    )
    if (closing === undefined) return false
    const amounts = refund
      ? { net: refund.amount.minor, fees: 0n }
      : { net: payment.net.minor, fees: payment.fees.amount.minor }
    await post(sql, {
      serviceEnvId: payment.serviceEnvId,
      mode: payment.mode,
      transactionId: payment.id,
      ...(refund && { refundId: refund.id }),
      kind: 'closing_contradicted',
      provider: payment.provider,
      currency: (refund?.amount ?? payment.amountCharged).currency,
      entries: closingContradicted(closing.verdict, amounts),
    })
    await sql.rows(
      `insert into staff_notice (transaction_id, refund_id, kind, number) values ($1, $2, 'closing_contradicted', 1)
       on conflict on constraint staff_notice_once do nothing`,
      [subject.transactionId, subject.refundId],
    )
    return true
  })
}
