import { orFail } from '#domain/errors/errors.ts'
import type {
  DifferenceId,
  ReconciliationId,
  RefundId,
  ServiceEnvId,
  StaffMemberId,
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
import { type Named, type Owner, personNamed } from '#use-cases/desk/owner-columns.ts'
import { isMine, type Mine } from '#use-cases/desk/queue.ts'
import { onPool, type Sql } from '#db/sql.ts'
import {
  db,
  type InferResult,
  jsonArrayFrom,
  type NotNull,
  type Params,
  prepared,
  sql,
} from '#db/statements.ts'

/** A difference between a statement and the database, with both sides. */
export interface Difference {
  readonly id: DifferenceId
  /** Increases in the order in which differences were found. */
  readonly position: string
  readonly reconciliationId: ReconciliationId
  readonly provider: OperatorCode
  readonly kind: DifferenceKind
  readonly orderKind: OrderKind
  /** The order in our database when the difference was found; null if there was none. */
  readonly ours: OurSide | null
  /** The order on the statement; null if it is not listed. */
  readonly theirs: TheirSide | null
  readonly closed: DifferenceEnd | null
  /** True if the line says that money moved while we say that it did not: two supervisors may confirm it. */
  readonly isConfirmable: boolean
  /** In order. */
  readonly confirmations: readonly Confirmation[]
  /** Who imported the statement, and therefore confirms nothing of it. */
  readonly importedBy: StaffMemberId
  readonly createdAt: Date
  /** Since it was found, by the database's clock. */
  readonly ageSeconds: number
}

export interface OurSide extends Owner {
  readonly serviceEnvId: ServiceEnvId
  /** For a refund, its payment. */
  readonly transactionId: TransactionId
  readonly refundId: RefundId | null
  /** The merchant's reference. */
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

/** A supervisor's word that the line is true. */
export interface Confirmation {
  readonly by: Named
  readonly at: Date
  readonly reason: string
  /** True of the second one, with whom the line was booked. */
  readonly isBooked: boolean
}

/** Closed by a person with a reason, or by the statement that contains what this one lacked. */
export type DifferenceEnd = { readonly at: Date } & (
  | { readonly by: Named; readonly reason: string; readonly foundIn: null }
  | { readonly by: null; readonly reason: null; readonly foundIn: ReconciliationId }
)

/** The filter and position of a list. */
export interface DifferencePage {
  readonly reconciliationId?: ReconciliationId | undefined
  readonly provider?: string | undefined
  readonly kind?: DifferenceKind | undefined
  readonly state?: 'open' | 'closed' | undefined
  readonly mine?: Mine | undefined
  readonly limit: number
  /** The position of the last one shown. */
  readonly after?: string | undefined
}

/** Oldest first. */
export async function listDifferences(
  { pool }: Pick<Database, 'pool'>,
  { reconciliationId, provider, kind, state, mine, limit, after }: DifferencePage,
): Promise<Difference[]> {
  let query = differences
  if (state !== undefined)
    query = query.where('d.closedAt', state === 'open' ? 'is' : 'is not', null)
  if (reconciliationId !== undefined)
    query = query.where('d.reconciliationId', '=', reconciliationId)
  if (provider !== undefined)
    query = query.where((eb) => eb(eb.ref('r.provider').$castTo<string>(), '=', provider))
  if (kind !== undefined) query = query.where('d.kind', '=', kind)
  if (mine !== undefined) query = query.where((eb) => isMine(eb.ref('d.id'), mine))
  if (after !== undefined) query = query.where('d.position', '>', BigInt(after))
  const rows = await onPool(pool).all(query.orderBy('d.position').limit(limit))
  return rows.map(toDifference)
}

/** One of them. Refusal: difference_not_found. */
export async function readDifference(
  { pool }: Pick<Database, 'pool'>,
  id: DifferenceId,
): Promise<Difference> {
  return readDifferenceIn(onPool(pool), id)
}

/** The same, inside this transaction. */
export async function readDifferenceIn(books: Sql, id: DifferenceId): Promise<Difference> {
  return toDifference(orFail(await books.first(byId({ id })), 'difference_not_found'))
}

/** The supervisors who confirmed a line, in order. */
const words = db
  .selectFrom('confirmedLine as c')
  .select((eb) => personNamed(eb.ref('c.confirmedBy')).as('by'))
  .$narrowType<{ by: NotNull }>()
  .select(['c.confirmedAt as at', 'c.reason', 'c.isBooked'])
  .orderBy('c.confirmedAt')
  .orderBy('c.isBooked')

const differences = db
  .selectFrom('reconciliationDifference as d')
  .innerJoin('reconciliation as r', 'r.id', 'd.reconciliationId')
  .leftJoin('operatorStatementLine as l', (join) =>
    join.onRef('l.reconciliationId', '=', 'd.reconciliationId').onRef('l.number', '=', 'd.line'),
  )
  .leftJoin('transaction as t', 't.id', 'd.transactionId')
  .leftJoin('serviceEnv as e', 'e.id', 't.serviceEnvId')
  .leftJoin('service as s', 's.id', 'e.serviceId')
  .leftJoin('merchant as m', 'm.id', 's.merchantId')
  .select(['d.id', 'd.position', 'd.reconciliationId', 'r.provider', 'd.kind', 'd.orderKind'])
  .select(['d.transactionId', 'd.refundId', 'd.amount', 'd.currency', 'd.status'])
  .select(['d.createdAt', 'd.closedAt', 'd.reason', 'd.foundIn'])
  .select((eb) => personNamed(eb.ref('d.closedBy')).as('closedBy'))
  .select(['t.reference as ourReference', 't.serviceEnvId', 's.id as serviceId'])
  .select(['s.name as serviceName', 'm.id as merchantId', 'm.name as merchantName'])
  .select(['l.number as lineNumber', 'l.operatorReference', 'l.reference as lineReference'])
  .select(['l.amount as lineAmount', 'l.currency as lineCurrency', 'l.status as lineStatus'])
  .select(['l.at as lineAt', 'r.importedBy'])
  .select((eb) =>
    eb
      .and([
        eb('d.kind', '=', 'status_differs'),
        eb('d.closedAt', 'is', null),
        eb('l.status', '=', 'succeeded'),
        // An order is booked once on two people's word; after that only its operator can reverse it.
        eb.not(
          eb.exists(
            eb
              .selectFrom('confirmedLine as booked')
              .select('booked.orderId')
              .whereRef('booked.orderId', '=', 'd.orderId')
              .where('booked.isBooked', '=', true),
          ),
        ),
        // A late debit is already booked: if its operator denied it, only that operator can reverse it.
        eb('t.lateOutcomeAt', 'is', null).or('d.refundId', 'is not', null),
        // Our order as it is now: ended without money, with the amount of the line.
        eb.exists(
          eb
            .selectFrom('operatorOrder as o')
            .select('o.id')
            .whereRef('o.id', '=', 'd.orderId')
            .whereRef('o.amount', '=', 'l.amount')
            .whereRef('o.currency', '=', 'l.currency')
            .where('o.standing', '=', 'still')
            .where((of) =>
              of.or([
                of('o.status', '=', 'failed'),
                of('o.kind', '=', 'collection').and('o.status', 'in', ['expired', 'cancelled']),
              ]),
            ),
        ),
      ])
      .$castTo<boolean>()
      .as('isConfirmable'),
  )
  .select((eb) =>
    jsonArrayFrom(words.whereRef('c.differenceId', '=', eb.ref('d.id'))).as('confirmations'),
  )
  .select((eb) =>
    sql<number>`floor(extract(epoch from now() - ${eb.ref('d.createdAt')}))::int`.as('ageSeconds'),
  )

const byId = prepared((p: Params<{ id: DifferenceId }>) => differences.where('d.id', '=', p.id))

type Row = InferResult<typeof differences>[number]

function toDifference(row: Row): Difference {
  const { id, reconciliationId, provider, kind, orderKind, createdAt, ageSeconds } = row
  return {
    id,
    reconciliationId,
    provider,
    kind,
    orderKind,
    createdAt,
    ageSeconds,
    position: `${row.position}`,
    ours: ourSideOf(row),
    theirs: theirSideOf(row),
    closed: endOf(row),
    isConfirmable: row.isConfirmable,
    confirmations: row.confirmations.map((word) => ({ ...word, at: new Date(word.at) })),
    importedBy: row.importedBy,
  }
}

function ourSideOf(row: Row): OurSide | null {
  const { transactionId, refundId, serviceEnvId, amount, currency, status } = row
  if (!transactionId || !serviceEnvId || !currency || amount === null) return null
  return {
    transactionId,
    refundId,
    serviceEnvId,
    ...whoseOf(row),
    reference: row.ourReference ?? '',
    amount: money(amount, currency),
    status: status ?? '',
  }
}

function whoseOf({ serviceId, serviceName, merchantId, merchantName }: Row): Owner {
  return {
    service: { id: serviceId ?? '', name: serviceName ?? '' },
    merchant: { id: merchantId ?? '', name: merchantName ?? '' },
  }
}

function theirSideOf(row: Row): TheirSide | null {
  const { lineNumber: line, lineAmount: amount, lineCurrency: currency } = row
  const { lineStatus: status, lineAt: at, operatorReference, lineReference: reference } = row
  if (line === null || amount === null || !currency || !status || !at) return null
  return { line, operatorReference, reference, amount: money(amount, currency), status, at }
}

function endOf({ closedAt: at, closedBy: by, reason, foundIn }: Row): DifferenceEnd | null {
  if (at === null) return null
  if (foundIn !== null) return { at, by: null, reason: null, foundIn }
  return by && { at, by, reason: reason ?? '', foundIn: null }
}
