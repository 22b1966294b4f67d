import type { RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { MerchantAccountKind, MovementKind } from '#domain/ledger/ledger.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** One entry of a merchant's account, minor units of XOF. */
export interface StatementLine {
  readonly id: string
  readonly at: Date
  readonly kind: MovementKind
  /** In is above zero, out below. */
  readonly amount: bigint
  /** What the account held then. */
  readonly after: bigint
  /** Null for what is no transaction's, such as an opening balance. */
  readonly transactionId: TransactionId | null
  readonly refundId: RefundId | null
  readonly reference: string | null
}

/** Where a statement goes on: the last line shown, and what the account held before it. */
export interface StatementPosition {
  readonly id: string
  readonly before: bigint
}

/** Newest first, `limit` at most, from after `position`. Entries are added at the end alone, so what was shown stays true. */
export async function readStatement(
  { pool }: Pick<Database, 'pool'>,
  account: { readonly serviceEnvId: ServiceEnvId; readonly kind: MerchantAccountKind },
  page: { readonly limit: number; readonly position?: StatementPosition },
): Promise<StatementLine[]> {
  const { limit, position } = page
  const rows = await onPool(pool).rows<LineRow>(statement, [
    account.serviceEnvId,
    account.kind,
    position?.id ?? null,
    limit,
  ])
  let after = position?.before ?? BigInt(rows[0]?.balance ?? 0)
  return rows.map((row) => {
    const line = toLine(row, after)
    after -= line.amount
    return line
  })
}

/** Where the statement goes on after this line. */
export function positionAfter({ id, amount, after }: StatementLine): StatementPosition {
  return { id, before: after - amount }
}

const statement = `select e.id::text, m.at, m.kind, e.amount::text, a.balance::text, m.transaction_id, m.refund_id, t.reference
  from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_movement m on m.id = e.movement_id
    left join transaction t on t.id = m.transaction_id
  where a.service_env_id = $1 and a.kind = $2 and a.currency = 'XOF' and ($3::bigint is null or e.id < $3::bigint)
  order by e.id desc limit $4`

interface LineRow {
  readonly id: string
  readonly at: string
  readonly kind: MovementKind
  readonly amount: string
  readonly balance: string
  readonly transaction_id: TransactionId | null
  readonly refund_id: RefundId | null
  readonly reference: string | null
}

function toLine(row: LineRow, after: bigint): StatementLine {
  return {
    id: row.id,
    at: new Date(row.at),
    kind: row.kind,
    amount: BigInt(row.amount),
    after,
    transactionId: row.transaction_id,
    refundId: row.refund_id,
    reference: row.reference,
  }
}
