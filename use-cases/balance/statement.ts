import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import type { Database } from '#db/connect.ts'
import { kindOf } from '#db/ledger.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { partyName } from '#use-cases/transactions/parties.ts'
import type { StatementAccount, StatementPart } from './statement-part.ts'

/** One entry of a merchant's account, minor units of XOF. */
export interface StatementLine {
  readonly id: string
  readonly at: Date
  readonly kind: MovementKind
  /** Positive for money in, negative for money out. */
  readonly amount: bigint
  /** The account's balance afterwards. */
  readonly after: bigint
  /** Null without a transaction, such as for an opening balance. */
  readonly transactionId: TransactionId | null
  readonly refundId: RefundId | null
  readonly reference: string | null
  /** The name of the payer or the beneficiary, or else the number; null once erased. */
  readonly who: string | null
}

/** The position of a statement: the last line shown, and the balance before it. */
export interface StatementPosition {
  readonly id: string
  readonly before: bigint
}

/**
 * Newest first, at most `limit`, after `position`. Entries of an account have ids in the order of their commits
 * (11-ledger.sql), and are only appended: what was shown stays true. With a `part` only its lines.
 */
export async function readStatement(
  { pool }: Pick<Database, 'pool'>,
  account: StatementAccount,
  page: {
    readonly limit: number
    readonly position?: StatementPosition
    readonly part?: Pick<StatementPart, 'first' | 'end' | 'closing'> | null
  },
): Promise<StatementLine[]> {
  const { limit, position } = page
  const { first, ...last } = page.part ?? whole
  const { end, closing } = position ? { end: BigInt(position.id), closing: position.before } : last
  const rows = await onPool(pool).all(lines({ ...account, limit, first, end }))
  let after = closing ?? rows[0]?.balance ?? 0n
  return rows.map(({ id, amount, balance: _balance, customerName, phone, ...row }) => {
    const who = partyName({ customerName, phone })
    const line = { ...row, id: `${id}`, amount, after, who }
    after -= amount
    return line
  })
}

const whole = { first: 0n, end: null, closing: null }

/** The position after this line. */
export function positionAfter({ id, amount, after }: StatementLine): StatementPosition {
  return { id, before: after - amount }
}

interface Wanted extends StatementAccount {
  readonly first: bigint
  readonly end: bigint | null
  readonly limit: number
}

// Reads the account's latest entries first, and joins only those: fast for accounts with few entries too.
const lines = prepared((p: Params<Wanted>) =>
  db
    .selectFrom('ledgerAccount as a')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('ledgerEntry as entry')
          .select(['entry.id', 'entry.amount', 'entry.movementId'])
          .whereRef('entry.accountId', '=', 'a.id')
          .where('entry.id', '>=', p.first)
          .where('entry.id', '<', sql<bigint>`coalesce(${p.end}::bigint, 9223372036854775807)`)
          .orderBy('entry.id', 'desc')
          .limit(p.limit)
          .as('e'),
      (join) => join.onTrue(),
    )
    .innerJoin('ledgerMovement as m', 'm.id', 'e.movementId')
    .leftJoin('transaction as t', 't.id', 'm.transactionId')
    .select(['e.id', 'm.at', 'e.amount', 'a.balance', 'm.transactionId', 'm.refundId'])
    .select((eb) => kindOf(eb.ref('m.kind')).as('kind'))
    .select(['t.reference', 't.customerName', 't.phone'])
    .where('a.serviceEnvId', '=', p.serviceEnvId)
    .where('a.kind', '=', p.kind)
    .where('a.currency', '=', 'XOF')
    .orderBy('e.id', 'desc'),
)
