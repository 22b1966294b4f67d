import type { RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

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
  const first = position === undefined ? null : BigInt(position.id)
  const rows = await onPool(pool).all(lines({ ...account, limit, first }))
  let after = position?.before ?? rows[0]?.balance ?? 0n
  return rows.map(({ id, at, kind, amount, transactionId, refundId, reference }) => {
    const line = { id: `${id}`, at, kind, amount, after, transactionId, refundId, reference }
    after -= line.amount
    return line
  })
}

/** Where the statement goes on after this line. */
export function positionAfter({ id, amount, after }: StatementLine): StatementPosition {
  return { id, before: after - amount }
}

interface Wanted {
  readonly serviceEnvId: ServiceEnvId
  readonly kind: MerchantAccountKind
  readonly first: bigint | null
  readonly limit: number
}

// The entries of the account from their end, and only then what they belong to: as quick for one that has few of them.
const lines = prepared((p: Params<Wanted>) =>
  db
    .selectFrom('ledgerAccount as a')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('ledgerEntry as entry')
          .select(['entry.id', 'entry.amount', 'entry.movementId'])
          .whereRef('entry.accountId', '=', 'a.id')
          .where('entry.id', '<', sql<bigint>`coalesce(${p.first}::bigint, 9223372036854775807)`)
          .orderBy('entry.id', 'desc')
          .limit(p.limit)
          .as('e'),
      (join) => join.onTrue(),
    )
    .innerJoin('ledgerMovement as m', 'm.id', 'e.movementId')
    .leftJoin('transaction as t', 't.id', 'm.transactionId')
    .select(['e.id', 'm.at', 'm.kind', 'e.amount', 'a.balance', 'm.transactionId', 'm.refundId'])
    .select('t.reference')
    .where('a.serviceEnvId', '=', p.serviceEnvId)
    .where('a.kind', '=', p.kind)
    .where('a.currency', '=', 'XOF')
    .orderBy('e.id', 'desc'),
)
