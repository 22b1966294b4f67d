import type { TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** Something that staff must look at; `number` counts how often it was told of this transaction, from 1. */
export interface StaffNotice {
  readonly transactionId: TransactionId
  readonly kind: 'transfer_waiting' | 'payout_undecided'
  readonly number: number
}

/** Puts it on the list of staff; true when it was not there yet. */
export async function tellStaff(
  { pool }: Pick<Database, 'pool'>,
  { transactionId, kind, number }: StaffNotice,
): Promise<boolean> {
  const told = await onPool(pool).rows(
    `insert into staff_notice (transaction_id, kind, number) values ($1, $2, $3)
     on conflict on constraint staff_notice_once do nothing returning id`,
    [transactionId, kind, number],
  )
  return told.length > 0
}
