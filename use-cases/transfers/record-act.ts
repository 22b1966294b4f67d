import { randomUUIDv7 } from 'node:crypto'
import type { TransferActKind } from '#domain/transfers/transfer.ts'
import { fail } from '#domain/errors/errors.ts'
import { asId, type StaffMemberId, type TransactionId, type TransferActId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** What somebody wants done with a transfer, with the texts that belong to it. */
export interface NewTransferAct {
  readonly transactionId: TransactionId
  readonly kind: TransferActKind
  /** Null for the merchant. */
  readonly staffId: StaffMemberId | null
  readonly bankReference?: string
  /** `<YYYY-MM-DD>`. */
  readonly transferOn?: string
  readonly reason?: string
}

/**
 * Writes down an act before its run is asked: the run gets the id alone, and no text stands in its history. Refusal:
 * transaction_not_found for what is no bank transfer.
 */
export async function recordTransferAct(
  { pool }: Pick<Database, 'pool'>,
  act: NewTransferAct,
): Promise<TransferActId> {
  const id = asId<TransferActId>(randomUUIDv7())
  const texts = [act.bankReference ?? null, act.transferOn ?? null, act.reason ?? null]
  const written = await onPool(pool).rows(
    `insert into transfer_act (id, transaction_id, kind, staff_id, bank_reference, transfer_on, reason)
     select $1, transaction_id, $3, $4, $5, $6, $7 from bank_transfer where transaction_id = $2 returning id`,
    [id, act.transactionId, act.kind, act.staffId, ...texts],
  )
  if (written.length === 0) throw fail('transaction_not_found')
  return id
}
