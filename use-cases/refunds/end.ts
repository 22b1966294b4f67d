import type { RefundId, TransactionId } from '#domain/ids.ts'
import { refundPaid, refundReturned } from '#domain/ledger/ledger.ts'
import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import { type FinalRefundStatus, refundMoves } from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import { eventOf, moveOf, postingOf } from '#domain/states/moves.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { post } from '#db/ledger.ts'
import type { LockedPayment } from '#use-cases/transactions/lock-payment.ts'
import { movementBase, recordRefundEvent } from './record.ts'
import type { Sql } from '#db/sql.ts'
import { type Changes, db, type Params, prepared } from '#db/statements.ts'

export interface RefundEnd {
  readonly status: FinalRefundStatus
  readonly failureCode?: string
  /** Null if the operator named none: the refund keeps the one it has. */
  readonly providerReference?: string | null
}

/**
 * Ends a refund while its payment is locked: its money leaves or returns, the payment shows what the payer got back,
 * and the event is recorded. Returns outbox ids. Calling it for a refund that cannot move there is a bug of the
 * caller.
 */
export async function endRefund(
  sql: Sql,
  database: Database,
  change: {
    readonly payment: LockedPayment
    readonly refund: RefundRecord
    readonly end: RefundEnd
  },
): Promise<string[]> {
  const { payment, refund, end } = change
  const move = moveOf(refundMoves, refund.status, end.status)
  const { status, failureCode = null, providerReference = null } = end
  await sql.run(finish({ id: refund.id, status, failureCode, providerReference }))
  const kind = postingOf(move)
  if (status === 'succeeded') await bookPaid(sql, payment, { refund, kind })
  else await bookReturned(sql, payment, { refund, kind })
  const after = { ...refund, status }
  return recordRefundEvent(sql, database, { refund: after, type: eventOf(move) })
}

interface Booked {
  readonly refund: RefundRecord
  readonly kind: MovementKind
}

async function bookPaid(sql: Sql, payment: LockedPayment, { refund, kind }: Booked): Promise<void> {
  const keptIn = refund.origin === 'service' ? 'to_refund' : 'reserved'
  await post(sql, {
    ...movementBase(payment, refund.id),
    kind,
    entries: refundPaid(refund.amount.minor, keptIn),
  })
  await sql.run(showRefunded({ paymentId: payment.id, amount: refund.amount.minor }))
}

/**
 * Money taken from funds returns to the account where the payment's funds are now; what the platform earned never
 * left.
 */
async function bookReturned(
  sql: Sql,
  payment: LockedPayment,
  { refund, kind }: Booked,
): Promise<void> {
  const { mode, funds: status } = payment
  if (status === null) return
  const { amount, fundsAmount: ofFunds } = refund
  const shares = { amount: amount.minor, ofFunds, funds: { mode, status } }
  await post(sql, {
    ...movementBase(payment, refund.id),
    kind,
    entries: refundReturned(shares),
  })
}

const finish = prepared(
  (
    p: Params<{
      id: RefundId
      status: FinalRefundStatus
      failureCode: string | null
      providerReference: string | null
    }>,
  ) =>
    db
      .updateTable('refund')
      .set((eb): Changes<'refund'> => ({
        status: p.status,
        failureCode: p.failureCode,
        providerReference: eb.fn.coalesce(p.providerReference, eb.ref('providerReference')),
        completedAt: now,
      }))
      .where('id', '=', p.id),
)

const showRefunded = prepared((p: Params<{ paymentId: TransactionId; amount: bigint }>) =>
  db
    .updateTable('transaction')
    .set((eb): Changes<'transaction'> => ({ refundedAmount: eb('refundedAmount', '+', p.amount) }))
    .where('id', '=', p.paymentId),
)
