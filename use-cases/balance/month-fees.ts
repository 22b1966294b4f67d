import type { ServiceEnvId } from '#domain/ids.ts'
import { isBankCode } from '#domain/operators/operators.ts'
import { daysOfMonth, dayMs, startOfLocalDay } from '#domain/text/local-day.ts'
import type { Database } from '#db/connect.ts'
import { rowCount } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'
import { type Figures, readFiguresBy } from '#use-cases/dashboard/figures.ts'

/** What fees are charged for. */
export type FeeKind = 'collections' | 'payouts' | 'transfers'

/** The fees of one kind through one operator or bank, in XOF minor units. */
export interface FeeLine {
  readonly kind: FeeKind
  /** The code of the operator or bank. */
  readonly provider: string
  readonly count: number
  /** What payers were charged, or what was sent. */
  readonly amount: bigint
  /** What payers paid on top of the prices. */
  readonly ofPayers: bigint
  /** What the merchant paid; null while a day of the month is not summed up yet. */
  readonly borne: bigint | null
}

/** The fees of a month. */
export interface MonthFees {
  /** By kind, the most expensive first. */
  readonly lines: readonly FeeLine[]
  /** Refunds of that month: they cost nothing, and the fees of their payments are not returned. */
  readonly refunds: { readonly count: number; readonly amount: bigint }
}

const kinds: readonly FeeKind[] = ['collections', 'payouts', 'transfers']

/**
 * What the payments requested in a month (`2026-03`) that succeeded have cost, as in the exported table of payments: a payment
 * belongs to the month of its request, a refund to the month in which it was paid.
 */
export async function readMonthFees(
  database: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  month: string,
): Promise<MonthFees> {
  const days = daysOfMonth(month)
  const [since, last] = [startOfLocalDay(days.from), startOfLocalDay(days.to)]
  if (since === undefined || last === undefined) throw new RangeError(`no month: ${month}`)
  const until = new Date(last.getTime() + dayMs)
  const [figures, refunds] = await Promise.all([
    readFiguresBy(database, serviceEnvId, { dimension: 'provider', ...days }),
    onPool(database.pool).only(refunded({ serviceEnvId, since, until })),
  ])
  const lines = figures.filter(isCharged).map(lineOf)
  return { lines: lines.toSorted(inOrder), refunds }
}

type OfProvider = Figures & { readonly value: string }

function isCharged({ status, chargedCurrency, netCurrency }: OfProvider): boolean {
  return status === 'succeeded' && chargedCurrency === 'XOF' && netCurrency === 'XOF'
}

function lineOf({ type, value: provider, count, charged, net, borne }: OfProvider): FeeLine {
  if (type === 'collection') {
    const ofPayers = borne === null ? 0n : charged - net - borne
    return { kind: 'collections', provider, count, amount: charged, ofPayers, borne }
  }
  const kind = isBankCode(provider) ? 'transfers' : 'payouts'
  return { kind, provider, count, amount: net, ofPayers: 0n, borne: charged - net }
}

function inOrder(one: FeeLine, other: FeeLine): number {
  const ofKinds = kinds.indexOf(one.kind) - kinds.indexOf(other.kind)
  return ofKinds === 0 ? Number((other.borne ?? 0n) - (one.borne ?? 0n)) : ofKinds
}

/** All fees that the merchant paid; null while they are not all known. */
export function borneOf(lines: readonly FeeLine[]): bigint | null {
  return lines.reduce<bigint | null>(
    (sum, { borne }) => (sum === null || borne === null ? null : sum + borne),
    0n,
  )
}

interface Asked {
  readonly serviceEnvId: ServiceEnvId
  readonly since: Date
  readonly until: Date
}

/** The platform gives late debits back, not the merchant. */
const refunded = prepared((p: Params<Asked>) =>
  db
    .selectFrom('refund as r')
    .select([
      rowCount.as('count'),
      sql<bigint>`coalesce(sum(${column('refund.amount', 'r')}), 0)::bigint`.as('amount'),
    ])
    .where('r.serviceEnvId', '=', p.serviceEnvId)
    .where('r.status', '=', 'succeeded')
    .where('r.origin', '<>', 'service')
    .where('r.completedAt', '>=', p.since)
    .where('r.completedAt', '<', p.until),
)
