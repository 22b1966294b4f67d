import { isUuid, type TransactionId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { ownerColumns, ownerJoins, type Scoped, type ScopedRow, scopeOf } from './owner-columns.ts'
import { onPool } from '#db/sql.ts'
import { timeOf } from '#db/types/time.ts'

/** Something that the staff was asked about, and whose it is. */
export interface Found {
  readonly kind: 'merchant' | 'service' | 'transaction'
  readonly id: string
  readonly name: string
  /** Of a transaction. */
  readonly mode: Mode | null
  readonly merchant: { readonly id: string; readonly name: string }
}

/** How many answers a search gives at most. */
export const foundMax = 50

/**
 * What has this id (of a merchant, a service in either mode, a transaction, or its request at the operator), or what this
 * reference (the merchant's or the operator's), at all merchants and in both modes; the latest first.
 */
export async function search({ pool }: Pick<Database, 'pool'>, text: string): Promise<Found[]> {
  const sql = onPool(pool)
  const rows = isUuid(text)
    ? await sql.rows<FoundRow>(statements.byId, [text])
    : await sql.rows<FoundRow>(statements.byReference, [text, foundMax])
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    name: row.name,
    mode: row.mode,
    merchant: { id: row.merchant_id, name: row.merchant_name },
  }))
}

interface FoundRow {
  readonly kind: Found['kind']
  readonly id: string
  readonly name: string
  readonly mode: Mode | null
  readonly merchant_id: string
  readonly merchant_name: string
}

const owned = 'm.id as merchant_id, m.name as merchant_name'
const transactions = `select 'transaction' as kind, t.id, t.reference as name, t.mode, ${owned}
  from transaction t ${ownerJoins}`

const statements = {
  byId: `select 'merchant' as kind, m.id, m.name, null as mode, ${owned} from merchant m where m.id = $1
    union all select 'service', s.id, s.name, null, ${owned} from service s join merchant m on m.id = s.merchant_id
      where s.id = $1 or exists (select from service_env e where e.id = $1 and e.service_id = s.id)
    union all ${transactions} where t.id = $1 or t.operator_request_id = $1`,
  byReference: `${transactions} where t.reference = $1 or t.provider_reference = $1
    order by t.created_at desc, t.id desc limit $2`,
}

/** Whose a transaction is, and how it stands at the operator. */
export interface Whereabouts extends Scoped {
  /** When an outcome came after the end. */
  readonly lateOutcomeAt: Date | null
}

/** Whose this transaction is. Undefined: nobody's. */
export async function findWhereabouts(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<Whereabouts | undefined> {
  const [row] = await onPool(pool).rows<WhereaboutsRow>(
    `select ${ownerColumns}, t.late_outcome_at from transaction t ${ownerJoins} where t.id = $1`,
    [id],
  )
  return (
    row && {
      ...scopeOf(row),
      lateOutcomeAt: timeOf(row.late_outcome_at),
    }
  )
}

interface WhereaboutsRow extends ScopedRow {
  readonly late_outcome_at: string | null
}
