import type { FigureDimension } from '#domain/dashboard/figures.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { FinalStatus, TransactionType } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** Payments that came to their end, of one kind: how many, and their sums. */
export interface Figures {
  readonly type: TransactionType
  readonly status: FinalStatus
  readonly chargedCurrency: CurrencyCode
  readonly netCurrency: CurrencyCode
  readonly count: number
  /** Minor units: charged and fees of the currency charged, net of its own. */
  readonly charged: bigint
  readonly fees: bigint
  readonly net: bigint
}

/** Days of the main market on which payments were asked for, both included: `2025-03-03`. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** The figures of each day that has some, as things stand now. */
export function readDayFigures(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  days: Days,
): Promise<(Figures & { readonly day: string })[]> {
  return onPool(pool).all(byDay({ serviceEnvId, dimension: 'all', ...days }))
}

/** The figures of all these days together, by each value of a dimension that has some. */
export function readFiguresBy(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { dimension, ...days }: Days & { readonly dimension: FigureDimension },
): Promise<(Figures & { readonly value: string })[]> {
  return onPool(pool).all(byValue({ serviceEnvId, dimension, ...days }))
}

type Asked = Days & { readonly serviceEnvId: ServiceEnvId; readonly dimension: FigureDimension }

const kind = ['type', 'status', 'chargedCurrency', 'netCurrency'] as const

/** What is summed up, and the rest: payments that ended a moment ago. One statement, so that none is missed or counted twice. */
const figures = (p: Params<Asked>) =>
  db
    .selectFrom(
      db
        .selectFrom('dayFigure')
        .select([...kind, 'day', 'value', 'count', 'charged', 'fees', 'net'])
        .where('serviceEnvId', '=', p.serviceEnvId)
        .where('dimension', '=', p.dimension)
        .where('day', '>=', p.from)
        .where('day', '<=', p.to)
        .unionAll(
          db
            .selectFrom('figureDue as due')
            .innerJoin('figurePart as part', 'part.transactionId', 'due.transactionId')
            .select(['part.type', 'part.status', 'part.chargedCurrency', 'part.netCurrency'])
            .select(['part.day', 'part.value', sql<bigint>`1`.as('count')])
            .select(['part.charged', 'part.fees', 'part.net'])
            .where('due.serviceEnvId', '=', p.serviceEnvId)
            .where('part.dimension', '=', p.dimension)
            .where('part.day', '>=', p.from)
            .where('part.day', '<=', p.to),
        )
        .as('f'),
    )
    .select(['f.type', 'f.status', 'f.chargedCurrency', 'f.netCurrency'])
    .select([
      sql<number>`sum(f.count)::int`.as('count'),
      sql<bigint>`sum(f.charged)::bigint`.as('charged'),
      sql<bigint>`sum(f.fees)::bigint`.as('fees'),
      sql<bigint>`sum(f.net)::bigint`.as('net'),
    ])
    .groupBy(['f.type', 'f.status', 'f.chargedCurrency', 'f.netCurrency'])

const byDay = prepared((p: Params<Asked>) =>
  figures(p).select('f.day').groupBy('f.day').orderBy('f.day'),
)

const byValue = prepared((p: Params<Asked>) =>
  figures(p).select('f.value').groupBy('f.value').orderBy('f.value'),
)
