import type { TransferState } from '#domain/transfers/transfer.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { fail } from '#domain/errors/errors.ts'
import type { TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import type { Database } from '#db/connect.ts'
import {
  type Named,
  nameOf,
  ownerColumns,
  ownerJoins,
  pageValues,
  type QueuePage,
  type Scoped,
  type ScopedRow,
  scopeOf,
} from '#use-cases/desk/owner-columns.ts'
import { onPool } from '#db/sql.ts'

/** A bank transfer as the staff sees it, its account number masked. */
export interface QueuedTransfer extends Scoped {
  readonly id: TransactionId
  readonly reference: string
  /** What goes to the bank account. */
  readonly amount: Money
  readonly state: TransferState
  readonly bank: BankCode
  readonly holderName: string
  readonly accountMasked: string
  readonly needsApproval: boolean
  readonly takenBy: Named | null
  readonly approvedBy: Named | null
  readonly bankReference: string | null
  /** `<YYYY-MM-DD>`. */
  readonly transferOn: string | null
  readonly rejectionReason: string | null
  readonly createdAt: Date
  readonly movedAt: Date
  /** Since its creation, by the database's clock. */
  readonly ageSeconds: number
}

/** What the queue is narrowed to, and where it goes on. */
export interface TransferQueuePage extends QueuePage {
  readonly states: readonly TransferState[]
}

/** The oldest first. */
export async function listTransferQueue(
  { pool }: Pick<Database, 'pool'>,
  { states, ...page }: TransferQueuePage,
): Promise<QueuedTransfer[]> {
  const rows = await onPool(pool).rows<TransferRow>(
    `${select} where b.state = any($1::text[])
       and ($2::timestamptz is null or (b.created_at, b.transaction_id) > ($2, $3::uuid))
     order by b.created_at, b.transaction_id limit $4`,
    [states, ...pageValues(page)],
  )
  return rows.map(toTransfer)
}

/** One of them, in whatever state. Refusal: transaction_not_found, also for what is no bank transfer. */
export async function findQueuedTransfer(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<QueuedTransfer> {
  const [row] = await onPool(pool).rows<TransferRow>(`${select} where b.transaction_id = $1`, [id])
  if (row === undefined) throw fail('transaction_not_found')
  return toTransfer(row)
}

const select = `select t.id, ${ownerColumns}, t.reference, t.amount, t.currency, b.state, b.bank, a.holder_name,
    b.account_masked, b.needs_approval, ${nameOf('b.taken_by')} as taken_by, ${nameOf('b.approved_by')} as approved_by,
    b.bank_reference, b.transfer_on::text, b.rejection_reason, b.created_at, b.moved_at,
    floor(extract(epoch from now() - b.created_at))::int as age_seconds
  from bank_transfer b join transaction t on t.id = b.transaction_id join authorized_account a on a.id = b.account_id
    ${ownerJoins}`

interface TransferRow extends ScopedRow {
  readonly id: TransactionId
  readonly reference: string
  readonly amount: string
  readonly currency: CurrencyCode
  readonly state: TransferState
  readonly bank: BankCode
  readonly holder_name: string
  readonly account_masked: string
  readonly needs_approval: boolean
  readonly taken_by: Named | null
  readonly approved_by: Named | null
  readonly bank_reference: string | null
  readonly transfer_on: string | null
  readonly rejection_reason: string | null
  readonly created_at: string
  readonly moved_at: string
  readonly age_seconds: number
}

function toTransfer(row: TransferRow): QueuedTransfer {
  return {
    ...scopeOf(row),
    id: row.id,
    reference: row.reference,
    amount: money(BigInt(row.amount), row.currency),
    state: row.state,
    bank: row.bank,
    holderName: row.holder_name,
    accountMasked: row.account_masked,
    needsApproval: row.needs_approval,
    takenBy: row.taken_by,
    approvedBy: row.approved_by,
    bankReference: row.bank_reference,
    transferOn: row.transfer_on,
    rejectionReason: row.rejection_reason,
    createdAt: new Date(row.created_at),
    movedAt: new Date(row.moved_at),
    ageSeconds: row.age_seconds,
  }
}
