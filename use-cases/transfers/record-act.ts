import { randomUUIDv7 } from 'node:crypto'
import type { TransferActKind } from '#domain/transfers/transfer.ts'
import { fail } from '#domain/errors/errors.ts'
import { asId, type StaffMemberId, type TransactionId, type TransferActId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

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
  const { transactionId, kind, staffId } = act
  const { bankReference = null, transferOn = null, reason = null } = act
  const texts = { bankReference, transferOn, reason }
  const written = await onPool(pool).run(write({ id, transactionId, kind, staffId, ...texts }))
  if (written === 0) throw fail('transaction_not_found')
  return id
}

interface WrittenAct {
  readonly id: TransferActId
  readonly transactionId: TransactionId
  readonly kind: TransferActKind
  readonly staffId: StaffMemberId | null
  readonly bankReference: string | null
  readonly transferOn: string | null
  readonly reason: string | null
}

const write = prepared((p: Params<WrittenAct>) =>
  db
    .insertInto('transferAct')
    .columns(['id', 'transactionId', 'kind', 'staffId', 'bankReference', 'transferOn', 'reason'])
    .expression((eb) =>
      eb
        .selectFrom('bankTransfer')
        .select([sql`${p.id}`.as('id'), 'transactionId', sql`${p.kind}`.as('kind')])
        .select([sql`${p.staffId}`.as('staffId'), sql`${p.bankReference}`.as('bankReference')])
        .select([sql`${p.transferOn}`.as('transferOn'), sql`${p.reason}`.as('reason')])
        .where('transactionId', '=', p.transactionId),
    ),
)
