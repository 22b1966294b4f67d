import type { CurrencyCode } from '#domain/money/currency.ts'
import { fail } from '#domain/errors/errors.ts'
import type {
  DifferenceId,
  ReconciliationId,
  RefundId,
  ServiceEnvId,
  TransactionId,
} from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { OperatorCode } from '#domain/operators/operators.ts'
import type {
  DifferenceKind,
  OrderKind,
  StatementStatus,
} from '#domain/reconciliation/reconciliation.ts'
import type { Database } from '#db/connect.ts'
import {
  type Named,
  nameOf,
  type Owner,
  ownerOf,
  type OwnerRow,
} from '#use-cases/desk/owner-columns.ts'
import { onPool } from '#db/sql.ts'

/** In what a statement and the books differ, with both sides of it. */
export interface Difference {
  readonly id: DifferenceId
  /** Grows in the order in which differences were found. */
  readonly position: string
  readonly reconciliationId: ReconciliationId
  readonly provider: OperatorCode
  readonly kind: DifferenceKind
  readonly orderKind: OrderKind
  /** What it was like in our books when it was found; null where they know nothing of it. */
  readonly ours: OurSide | null
  /** What the statement says; null where it says nothing. */
  readonly theirs: TheirSide | null
  readonly closed: DifferenceEnd | null
  readonly createdAt: Date
  /** Since it was found, by the database's clock. */
  readonly ageSeconds: number
}

export interface OurSide extends Owner {
  readonly serviceEnvId: ServiceEnvId
  /** Of a refund the payment. */
  readonly transactionId: TransactionId
  readonly refundId: RefundId | null
  /** The merchant's own. */
  readonly reference: string
  readonly amount: Money
  readonly status: string
}

export interface TheirSide {
  readonly line: number
  readonly operatorReference: string | null
  readonly reference: string | null
  readonly amount: Money
  readonly status: StatementStatus
  readonly at: Date
}

/** By somebody, for a reason; or by the statement that had what this one lacked. */
export type DifferenceEnd = { readonly at: Date } & (
  | { readonly by: Named; readonly reason: string; readonly foundIn: null }
  | { readonly by: null; readonly reason: null; readonly foundIn: ReconciliationId }
)

/** What a list is narrowed to, and where it goes on. */
export interface DifferencePage {
  readonly reconciliationId?: ReconciliationId | undefined
  readonly provider?: string | undefined
  readonly kind?: DifferenceKind | undefined
  readonly state?: 'open' | 'closed' | undefined
  readonly limit: number
  /** The position of the last one that was shown. */
  readonly after?: string | undefined
}

/** The oldest first. */
export function listDifferences(
  database: Pick<Database, 'pool'>,
  { reconciliationId, provider, kind, state, limit, after }: DifferencePage,
): Promise<Difference[]> {
  const values = [reconciliationId, provider, kind, after].map((value) => value ?? null)
  return read(database, state === undefined ? statements.all : statements[state], [
    ...values,
    limit,
  ])
}

/** One of them. Refusal: difference_not_found. */
export async function readDifference(
  database: Pick<Database, 'pool'>,
  id: DifferenceId,
): Promise<Difference> {
  const [found] = await read(database, statements.find, [id])
  if (found === undefined) throw fail('difference_not_found')
  return found
}

const select = `select d.*, r.provider, ${nameOf('d.closed_by')} as closed_by_name,
    t.reference as our_reference, t.service_env_id, s.id as service_id, s.name as service_name, m.id as merchant_id,
    m.name as merchant_name, l.number as line_number, l.operator_reference, l.reference as line_reference,
    l.amount as line_amount, l.currency as line_currency, l.status as line_status, l.at as line_at,
    floor(extract(epoch from now() - d.created_at))::int as age_seconds
  from reconciliation_difference d join reconciliation r on r.id = d.reconciliation_id
    left join operator_statement_line l on l.reconciliation_id = d.reconciliation_id and l.number = d.line
    left join transaction t on t.id = d.transaction_id left join service_env e on e.id = t.service_env_id
    left join service s on s.id = e.service_id left join merchant m on m.id = s.merchant_id`

const page = (state: string): string => `${select}
  where ${state} and ($1::uuid is null or d.reconciliation_id = $1) and ($2::text is null or r.provider = $2)
    and ($3::text is null or d.kind = $3) and ($4::bigint is null or d.position > $4)
  order by d.position limit $5`

const statements = {
  find: `${select} where d.id = $1`,
  open: page('d.closed_at is null'),
  closed: page('d.closed_at is not null'),
  all: page('true'),
}

async function read(
  { pool }: Pick<Database, 'pool'>,
  statement: string,
  values: readonly unknown[],
): Promise<Difference[]> {
  const rows = await onPool(pool).rows<DifferenceRow>(statement, values)
  return rows.map((row) => ({
    id: row.id,
    position: row.position,
    reconciliationId: row.reconciliation_id,
    provider: row.provider,
    kind: row.kind,
    orderKind: row.order_kind,
    ours: ourSideOf(row),
    theirs: theirSideOf(row),
    closed: endOf(row),
    createdAt: new Date(row.created_at),
    ageSeconds: row.age_seconds,
  }))
}

function ourSideOf(row: DifferenceRow): OurSide | null {
  if (row.transaction_id === null) return null
  return {
    ...ownerOf(row),
    serviceEnvId: row.service_env_id,
    transactionId: row.transaction_id,
    refundId: row.refund_id,
    reference: row.our_reference,
    amount: money(BigInt(row.amount), row.currency),
    status: row.status,
  }
}

function theirSideOf(row: DifferenceRow): TheirSide | null {
  if (row.line_number === null) return null
  return {
    line: row.line_number,
    operatorReference: row.operator_reference,
    reference: row.line_reference,
    amount: money(BigInt(row.line_amount), row.line_currency),
    status: row.line_status,
    at: new Date(row.line_at),
  }
}

function endOf(row: DifferenceRow): DifferenceEnd | null {
  const { closed_at: at, closed_by_name: by, reason, found_in: foundIn } = row
  if (at === null) return null
  if (foundIn !== null) return { at: new Date(at), by: null, reason: null, foundIn }
  return by && { at: new Date(at), by, reason, foundIn: null }
}

/** Columns of a side that is missing are null, and not looked at. */
interface DifferenceRow extends OwnerRow {
  readonly id: DifferenceId
  readonly position: string
  readonly reconciliation_id: ReconciliationId
  readonly provider: OperatorCode
  readonly kind: DifferenceKind
  readonly order_kind: OrderKind
  readonly transaction_id: TransactionId | null
  readonly refund_id: RefundId | null
  readonly service_env_id: ServiceEnvId
  readonly our_reference: string
  readonly amount: string
  readonly currency: CurrencyCode
  readonly status: string
  readonly line_number: number | null
  readonly operator_reference: string | null
  readonly line_reference: string | null
  readonly line_amount: string
  readonly line_currency: CurrencyCode
  readonly line_status: StatementStatus
  readonly line_at: string
  readonly closed_at: string | null
  readonly closed_by_name: Named | null
  readonly reason: string
  readonly found_in: ReconciliationId | null
  readonly created_at: string
  readonly age_seconds: number
}
