import { orFail } from '#domain/errors/errors.ts'
import type { ReconciliationId, ServiceEnvId } from '#domain/ids.ts'
import type { OperatorCode } from '#domain/operators/operators.ts'
import type {
  DifferenceKind,
  OrderKind,
  ReconciliationState,
  StatementPeriod,
} from '#domain/reconciliation/reconciliation.ts'
import type { Database } from '#db/connect.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import { newestFirst, type Page } from '#db/pages.ts'
import { onPool } from '#db/sql.ts'
import {
  db,
  type Expression,
  type InferResult,
  type Params,
  prepared,
  sql,
} from '#db/statements.ts'

/** The reconciliation of a statement: its progress, and its findings so far. */
export interface Reconciliation {
  readonly id: ReconciliationId
  readonly provider: OperatorCode
  /** The service whose own account the statement covers; null for the platform's. */
  readonly account: { readonly serviceEnvId: ServiceEnvId; readonly service: Named } | null
  readonly kinds: readonly OrderKind[]
  readonly period: StatementPeriod
  readonly state: ReconciliationState
  readonly linesTotal: number
  readonly linesDone: number
  readonly linesAgreed: number
  /** Orders of the period that were searched on statements. */
  readonly ordersDone: number
  readonly differences: Readonly<Partial<Record<DifferenceKind, number>>>
  /** How many of them are still open. */
  readonly openDifferences: number
  readonly importedBy: Named
  readonly createdAt: Date
  readonly completedAt: Date | null
}

/** The filter and position of a list. */
export interface ReconciliationPage extends Page {
  readonly provider?: string | undefined
}

/** Newest first. */
export async function listReconciliations(
  { pool }: Pick<Database, 'pool'>,
  { provider, ...page }: ReconciliationPage,
): Promise<Reconciliation[]> {
  let query = reconciliations
  if (provider !== undefined)
    query = query.where((eb) => eb(eb.ref('r.provider').$castTo<string>(), '=', provider))
  const rows = await onPool(pool).all(newestFirst(query, ['r.createdAt', 'r.id'], page))
  return rows.map(toReconciliation)
}

/** One of them. Refusal: reconciliation_not_found. */
export async function readReconciliation(
  { pool }: Pick<Database, 'pool'>,
  id: ReconciliationId,
): Promise<Reconciliation> {
  return toReconciliation(
    orFail(await onPool(pool).first(byId({ id })), 'reconciliation_not_found'),
  )
}

const byKind = (id: Expression<ReconciliationId>) =>
  db
    .selectFrom('reconciliationDifference as d')
    .select((eb) => ['d.kind', eb.fn.countAll<bigint>().as('count')])
    .select((eb) => eb.fn.countAll<bigint>().filterWhere('d.closedAt', 'is', null).as('open'))
    .where('d.reconciliationId', '=', id)
    .groupBy('d.kind')

const reconciliations = db
  .selectFrom('reconciliation as r')
  .leftJoin('serviceEnv as e', 'e.id', 'r.serviceEnvId')
  .leftJoin('service as s', 's.id', 'e.serviceId')
  .leftJoinLateral(
    (eb) =>
      eb
        .selectFrom(byKind(eb.ref('r.id')).as('k'))
        .select((of) => [
          sql<
            Reconciliation['differences']
          >`json_object_agg(${of.ref('k.kind')}, ${of.ref('k.count')})`.as('counts'),
          sql<number>`sum(${of.ref('k.open')})::int`.as('open'),
        ])
        .as('d'),
    (join) => join.onTrue(),
  )
  .select(['r.id', 'r.provider', 'r.serviceEnvId', 's.id as serviceId', 's.name as serviceName'])
  .select(['r.kinds', 'r.fromDay as from', 'r.toDay as to', 'r.state', 'r.linesTotal'])
  .select(['r.linesDone', 'r.linesAgreed', 'r.ordersDone', 'r.createdAt', 'r.completedAt'])
  .select((eb) => personNamed(eb.ref('r.importedBy')).$notNull().as('importedBy'))
  .select(['d.counts', 'd.open'])

const byId = prepared((p: Params<{ id: ReconciliationId }>) =>
  reconciliations.where('r.id', '=', p.id),
)

function toReconciliation(row: InferResult<typeof reconciliations>[number]): Reconciliation {
  const { serviceEnvId, serviceId, serviceName, from, to, counts, open, ...reconciliation } = row
  return {
    ...reconciliation,
    account: serviceEnvId && {
      serviceEnvId,
      service: { id: serviceId ?? '', name: serviceName ?? '' },
    },
    period: { from, to },
    differences: counts ?? {},
    openDifferences: open ?? 0,
  }
}
