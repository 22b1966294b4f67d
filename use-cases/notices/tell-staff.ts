import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { PaymentNoticeKind } from '#domain/notices/notice.ts'
import type { Database } from '#db/connect.ts'
import { clockTime } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A notice about a transaction that staff must handle; `number` counts its notices of this kind, from 1. */
export interface StaffNotice {
  readonly transactionId: TransactionId
  readonly kind: 'transfer_waiting' | 'payout_undecided'
  readonly number: number
}

/** Adds the notice; true if it is new. */
export async function tellStaff(
  { pool }: Pick<Database, 'pool'>,
  notice: StaffNotice,
): Promise<boolean> {
  return (await onPool(pool).run(putOnList({ ...notice, refundId: null }))) > 0
}

interface ToTell {
  readonly transactionId: TransactionId
  readonly refundId: RefundId | null
  readonly kind: PaymentNoticeKind
  readonly number: number
}

/** The same for a payment or refund, as a statement; does nothing if staff was already notified. */
export const putOnList = prepared(({ transactionId, refundId, kind, number }: Params<ToTell>) =>
  db
    .insertInto('staffNotice')
    // Not when its transaction began: what it waited for came first.
    .values({ transactionId, refundId, kind, number, createdAt: clockTime })
    .onConflict((conflict) => conflict.constraint('staff_notice_once').doNothing()),
)
