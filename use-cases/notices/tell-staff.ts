import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { PaymentNoticeKind } from '#domain/notices/notice.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** Something that staff must look at; `number` counts how often it was told of this transaction, from 1. */
export interface StaffNotice {
  readonly transactionId: TransactionId
  readonly kind: 'transfer_waiting' | 'payout_undecided'
  readonly number: number
}

/** Puts it on the list of staff; true when it was not there yet. */
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

/** The same of a payment or of a refund of it, as a statement: it writes nothing where staff was told. */
export const putOnList = prepared(({ transactionId, refundId, kind, number }: Params<ToTell>) =>
  db
    .insertInto('staffNotice')
    .values({ transactionId, refundId, kind, number })
    .onConflict((conflict) => conflict.constraint('staff_notice_once').doNothing()),
)
