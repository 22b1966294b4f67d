import type { RefundId, TransactionId } from '#domain/ids.ts'
import { refundReserved } from '#domain/ledger/ledger.ts'
import { refundMoves, type RefundOrigin } from '#domain/refunds/refund.ts'
import { refundPayload, type RefundRecord } from '#domain/refunds/record.ts'
import { eventOf, moveOf, postingOf } from '#domain/states/moves.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import type { Database } from '#db/connect.ts'
import { recordEvent } from '#db/events.ts'
import { post } from '#db/ledger.ts'
import type { LockedPayment } from '#use-cases/transactions/lock-payment.ts'
import { enqueue } from '#db/outbox.ts'
import { refundColumns, toRecord } from './find.ts'
import { requestIdOfRefund } from '#use-cases/payouts/drawn-ids.ts'
import { refundEntry } from '#db/runs/entries.ts'
import { rowCount } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A refund ready to be recorded: it was checked under the payment's lock. */
export interface RefundDraft {
  readonly id: RefundId
  readonly amount: bigint
  readonly ofFunds: bigint
  readonly reason: string | null
  readonly origin: RefundOrigin
  readonly requestedBy: string
  readonly approvalsNeeded: 1 | 2
}

/** Records a refund with its money, its event and the run to start. Returns it with the outbox ids to kick. */
export async function recordRefund(
  sql: Sql,
  database: Database,
  { payment, draft }: { readonly payment: LockedPayment; readonly draft: RefundDraft },
): Promise<{ readonly refund: RefundRecord; readonly announced: readonly string[] }> {
  const { amount } = draft
  const { before } = await sql.only(countEqual({ transactionId: payment.id, amount }))
  const row = await sql.only(
    db
      .insertInto('refund')
      .values({
        id: draft.id,
        serviceEnvId: payment.serviceEnvId,
        transactionId: payment.id,
        amount,
        currency: payment.currency,
        fundsAmount: draft.ofFunds,
        reason: draft.reason,
        origin: draft.origin,
        provider: payment.provider,
        operatorRequestId: requestIdOfRefund(payment.id, { amount, before }),
        requestedBy: draft.requestedBy,
        approvalsNeeded: draft.approvalsNeeded,
      })
      .returning(refundColumns),
  )
  const move = moveOf(refundMoves, null, row.status)
  const { mode, funds: status } = payment
  if (status !== null) {
    await post(sql, {
      ...movementBase(payment, draft.id),
      kind: postingOf(move),
      entries: refundReserved({ ...draft, funds: { mode, status } }),
    })
  }
  const refund = toRecord({ ...row, mode })
  const deliveries = await recordRefundEvent(sql, database, { refund, type: eventOf(move) })
  const started = await enqueue(sql, [refundEntry(refund, payment.reference)])
  return { refund, announced: [...deliveries, ...started] }
}

const countEqual = prepared((p: Params<{ transactionId: TransactionId; amount: bigint }>) =>
  db
    .selectFrom('refund')
    .select(rowCount.as('before'))
    .where('transactionId', '=', p.transactionId)
    .where('amount', '=', p.amount),
)

/** The fields that every movement of a refund shares. */
export function movementBase(payment: LockedPayment, refundId: RefundId) {
  return {
    serviceEnvId: payment.serviceEnvId,
    mode: payment.mode,
    transactionId: payment.id,
    refundId,
    provider: payment.provider,
    currency: payment.currency,
  }
}

/** Records the event of a refund in its present state, for the merchant's endpoints; returns outbox ids. */
export function recordRefundEvent(
  sql: Sql,
  database: Database,
  { refund, type }: { readonly refund: RefundRecord; readonly type: EventType },
): Promise<string[]> {
  return recordEvent(sql, database.keyring, {
    type,
    serviceEnvId: refund.serviceEnvId,
    transactionId: refund.transactionId,
    refundId: refund.id,
    data: refundPayload(refund),
  })
}
