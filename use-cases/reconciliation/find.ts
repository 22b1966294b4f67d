import { fail } from '#domain/errors/errors.ts'
import type { ReconciliationId, ServiceEnvId } from '#domain/ids.ts'
import type { OperatorCode } from '#domain/operators/operators.ts'
import type {
  DifferenceKind,
  OrderKind,
  ReconciliationState,
  StatementPeriod,
} from '#domain/reconciliation/reconciliation.ts'
import type { Database } from '#db/connect.ts'
import { type Named, nameOf, type QueuePosition } from '#use-cases/desk/owner-columns.ts'
import { onPool } from '#db/sql.ts'

/** A statement against the books: how far it is, and what it found so far. */
export interface Reconciliation {
  readonly id: ReconciliationId
  readonly provider: OperatorCode
  /** Whose own account the statement is of; null for the platform's. */
  readonly account: { readonly serviceEnvId: ServiceEnvId; readonly service: Named } | null
  readonly kinds: readonly OrderKind[]
  readonly period: StatementPeriod
  readonly state: ReconciliationState
  readonly linesTotal: number
  readonly linesDone: number
  readonly linesAgreed: number
  /** Orders of the period that were looked for on statements. */
  readonly ordersDone: number
  readonly differences: Readonly<Partial<Record<DifferenceKind, number>>>
  /** How many of them nobody has closed. */
  readonly openDifferences: number
  readonly importedBy: Named
  readonly createdAt: Date
  readonly completedAt: Date | null
}

/** What a list is narrowed to, and where it goes on. */
export interface ReconciliationPage {
  readonly provider?: string | undefined
  readonly limit: number
  readonly after?: QueuePosition | undefined
}

/** The latest first. */
export function listReconciliations(
  database: Pick<Database, 'pool'>,
  { provider, limit, after }: ReconciliationPage,
): Promise<Reconciliation[]> {
  return read(
    database,
    `where ($1::text is null or r.provider = $1)
       and ($2::timestamptz is null or (r.created_at, r.id) < ($2, $3::uuid))
     order by r.created_at desc, r.id desc limit $4`,
    [provider ?? null, after?.createdAt ?? null, after?.id ?? null, limit],
  )
}

/** One of them. Refusal: reconciliation_not_found. */
export async function readReconciliation(
  database: Pick<Database, 'pool'>,
  id: ReconciliationId,
): Promise<Reconciliation> {
  const [found] = await read(database, 'where r.id = $1', [id])
  if (found === undefined) throw fail('reconciliation_not_found')
  return found
}

const select = `select r.*, r.from_day::text as from_text, r.to_day::text as to_text,
    ${nameOf('r.imported_by')} as imported_by_name, s.id as service_id, s.name as service_name,
    coalesce(d.counts, '{}') as differences, coalesce(d.open, 0)::int as open_differences
  from reconciliation r left join service_env e on e.id = r.service_env_id left join service s on s.id = e.service_id
  left join lateral (
    select json_object_agg(kind, count) as counts, sum(open) as open from (
      select kind, count(*) as count, count(*) filter (where closed_at is null) as open
      from reconciliation_difference where reconciliation_id = r.id group by kind) k) d on true`

async function read(
  { pool }: Pick<Database, 'pool'>,
  rest: string,
  values: readonly unknown[],
): Promise<Reconciliation[]> {
  const rows = await onPool(pool).rows<ReconciliationRow>(`${select} ${rest}`, values)
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    account: accountOf(row),
    kinds: row.kinds,
    period: { from: row.from_text, to: row.to_text },
    state: row.state,
    linesTotal: row.lines_total,
    linesDone: row.lines_done,
    linesAgreed: row.lines_agreed,
    ordersDone: row.orders_done,
    differences: row.differences,
    openDifferences: row.open_differences,
    importedBy: row.imported_by_name,
    createdAt: new Date(row.created_at),
    completedAt: row.completed_at === null ? null : new Date(row.completed_at),
  }))
}

function accountOf(row: ReconciliationRow): Reconciliation['account'] {
  const { service_env_id: serviceEnvId, service_id: id, service_name: name } = row
  return serviceEnvId && { serviceEnvId, service: { id, name } }
}

interface ReconciliationRow {
  readonly id: ReconciliationId
  readonly provider: OperatorCode
  readonly service_env_id: ServiceEnvId | null
  readonly service_id: string
  readonly service_name: string
  readonly kinds: readonly OrderKind[]
  readonly from_text: string
  readonly to_text: string
  readonly state: ReconciliationState
  readonly lines_total: number
  readonly lines_done: number
  readonly lines_agreed: number
  readonly orders_done: number
  readonly differences: Reconciliation['differences']
  readonly open_differences: number
  readonly imported_by_name: Named
  readonly created_at: string
  readonly completed_at: string | null
}
