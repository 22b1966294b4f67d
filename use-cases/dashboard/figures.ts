import type { FigureDimension } from '#domain/dashboard/figures.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Days } from '#domain/text/local-day.ts'
import type { FinalStatus, TransactionType } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { rowCount, rowCountIf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type Params, prepared, sql, type Tables } from '#db/statements.ts'

/** Ended payments of one kind: their number and sums. */
export interface Figures {
  readonly type: TransactionType
  readonly status: FinalStatus
  readonly chargedCurrency: CurrencyCode
  readonly netCurrency: CurrencyCode
  readonly count: number
  /** Minor units: charged and fees in the charged currency, net in its own. */
  readonly charged: bigint
  readonly fees: bigint
  readonly net: bigint
  /** What those that succeeded cost the merchant, in XOF; null while a day of them is not filled in yet. */
  readonly borne: bigint | null
}

/** The current figures of each day that has any. */
export function readDayFigures(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  days: Days,
): Promise<(Figures & { readonly day: string })[]> {
  return onPool(pool).all(byDay({ serviceEnvId, dimensions: ['all'], ...days }))
}

/** The figures of all these days together, by each value of a dimension. */
export function readFiguresBy(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { dimension, ...days }: Days & { readonly dimension: FigureDimension },
): Promise<(Figures & { readonly value: string })[]> {
  return onPool(pool).all(byValue({ serviceEnvId, dimensions: [dimension], ...days }))
}

/** Collections: how many ended, how many succeeded, and their net in minor units of XOF. */
export interface Collected {
  readonly ended: number
  readonly succeeded: number
  readonly net: bigint
}

/** One value of a dimension. */
export interface Share extends Collected {
  readonly dimension: FigureDimension
  readonly value: string
}

/** Fits 24 hours; nobody reads a longer list. */
const sharesMax = 24

/** Collections of all these days together, by each value of these dimensions; per dimension the 24 largest. */
export function readShares(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { dimensions, ...days }: Days & { readonly dimensions: readonly FigureDimension[] },
): Promise<Share[]> {
  return onPool(pool).all(shares({ serviceEnvId, dimensions, ...days }))
}

/** What a point of sale collected. */
export interface PlaceShare extends Collected {
  readonly name: string
}

/** Collections of all these days together by point of sale, those of all its terminals; the 24 largest. */
export function readPlaceShares(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  days: Days,
): Promise<PlaceShare[]> {
  return onPool(pool).all(placeShares({ serviceEnvId, dimensions: ['terminal'], ...days }))
}

/** A time span, including its start and excluding its end. */
export interface Span {
  readonly since: Date
  readonly until: Date
}

/** Collections that were requested within part of an hour: at most `most`, and their number. */
export async function readCollectedSince(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { most, ...span }: Span & { readonly most: number },
): Promise<Collected & { readonly read: number }> {
  return onPool(pool).only(ofSpan({ serviceEnvId, most, ...span }))
}

type Asked = Days & {
  readonly serviceEnvId: ServiceEnvId
  readonly dimensions: readonly FigureDimension[]
}

const kind = ['type', 'status', 'chargedCurrency', 'netCurrency'] as const

/** Summed figures, plus payments that have just ended. One statement, so that none is missed or counted twice. */
const parts = (p: Params<Asked>) =>
  db
    .selectFrom('dayFigure')
    .select([...kind, 'dimension', 'day', 'value', 'count', 'charged', 'fees', 'net'])
    .select('borne')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where((eb) => sql<boolean>`${eb.ref('dimension')} = any(${p.dimensions}::text[])`)
    .where('day', '>=', p.from)
    .where('day', '<=', p.to)
    .unionAll(
      db
        .selectFrom('figureDue as due')
        .innerJoin('figurePart as part', 'part.transactionId', 'due.transactionId')
        .select(['part.type', 'part.status', 'part.chargedCurrency', 'part.netCurrency'])
        .select(['part.dimension', 'part.day', 'part.value', sql<bigint>`1`.as('count')])
        .select(['part.charged', 'part.fees', 'part.net', 'part.borne'])
        .where('due.serviceEnvId', '=', p.serviceEnvId)
        .where((eb) => sql<boolean>`${eb.ref('part.dimension')} = any(${p.dimensions}::text[])`)
        .where('part.day', '>=', p.from)
        .where('part.day', '<=', p.to),
    )

/** A column of a partial figure. */
const its = (name: keyof Tables['dayFigure']) => column(`dayFigure.${name}`, 'f')

const figures = (p: Params<Asked>) =>
  db
    .selectFrom(parts(p).as('f'))
    .select(['f.type', 'f.status', 'f.chargedCurrency', 'f.netCurrency'])
    .select([
      sql<number>`sum(${its('count')})::int`.as('count'),
      sql<bigint>`sum(${its('charged')})::bigint`.as('charged'),
      sql<bigint>`sum(${its('fees')})::bigint`.as('fees'),
      sql<bigint>`sum(${its('net')})::bigint`.as('net'),
      sql<
        bigint | null
      >`(case when bool_and(${its('borne')} is not null) then sum(${its('borne')}) end)::bigint`.as(
        'borne',
      ),
    ])
    .groupBy(['f.type', 'f.status', 'f.chargedCurrency', 'f.netCurrency'])

const byDay = prepared((p: Params<Asked>) =>
  figures(p).select('f.day').groupBy('f.day').orderBy('f.day'),
)

const byValue = prepared((p: Params<Asked>) =>
  figures(p).select('f.value').groupBy('f.value').orderBy('f.value'),
)

const isCollected = sql<boolean>`${its('type')} = 'collection' and ${its('netCurrency')} = 'XOF'`
const isPaid = sql<boolean>`${its('status')} = 'succeeded'`

const collected = [
  sql<number>`sum(${its('count')})::int`.as('ended'),
  sql<number>`coalesce(sum(${its('count')}) filter (where ${isPaid}), 0)::int`.as('succeeded'),
  sql<bigint>`coalesce(sum(${its('net')}) filter (where ${isPaid}), 0)::bigint`.as('net'),
] as const

const placeShares = prepared((p: Params<Asked>) =>
  db
    .selectFrom(parts(p).as('f'))
    .innerJoin('terminal as t', (join) =>
      join.on(sql<boolean>`${column('terminal.id', 't')} = ${its('value')}::uuid`),
    )
    .innerJoin('pointOfSale as s', 's.id', 't.pointOfSaleId')
    .where(isCollected)
    .select(['s.name', ...collected])
    .groupBy(['s.id', 's.name'])
    .orderBy('net', 'desc')
    .orderBy('s.name')
    .limit(sql<number>`${sql.lit(sharesMax)}`),
)

const shares = prepared((p: Params<Asked>) => {
  const ofEach = db
    .selectFrom(parts(p).as('f'))
    .where(isCollected)
    .select(['f.dimension', 'f.value'])
    .select(collected)
    .groupBy(['f.dimension', 'f.value'])
  const ranked = db
    .selectFrom(ofEach.as('e'))
    .select(['e.dimension', 'e.value', 'e.ended', 'e.succeeded', 'e.net'])
    .select(
      sql<number>`row_number() over (partition by e.dimension order by e.net desc, e.ended desc, e.value)`.as(
        'place',
      ),
    )
  return db
    .selectFrom(ranked.as('r'))
    .select(['r.dimension', 'r.value', 'r.ended', 'r.succeeded', 'r.net'])
    .where(sql<boolean>`r.place <= ${sql.lit(sharesMax)}`)
    .orderBy('r.place')
})

const ofSpan = prepared((p: Params<Span & { serviceEnvId: ServiceEnvId; most: number }>) =>
  db
    .selectFrom(
      db
        .selectFrom('figurePart')
        .select(['type', 'status', 'netCurrency', 'net'])
        .where('serviceEnvId', '=', p.serviceEnvId)
        .where('dimension', '=', 'all')
        .where('createdAt', '>=', p.since)
        .where('createdAt', '<', p.until)
        .limit(sql<number>`${p.most}::int`)
        .as('f'),
    )
    .select([
      rowCount.as('read'),
      rowCountIf(isCollected).as('ended'),
      rowCountIf(sql<boolean>`${isCollected} and ${isPaid}`).as('succeeded'),
      sql<bigint>`coalesce(sum(${its('net')}) filter (where ${isCollected} and ${isPaid}), 0)::bigint`.as(
        'net',
      ),
    ]),
)

/** The most payments that one call adds. */
export const foldedAtOnce = 1000

/**
 * Adds payments that ended since the last call to the sums; returns their number. Of several processes at once, one
 * does it.
 */
export async function foldFigures({ pool }: Pick<Database, 'pool'>): Promise<number> {
  return (await onPool(pool).only(fold({}))).folded
}

const fold = prepared(() =>
  db.selectNoFrom(sql<number>`figures_fold(${sql.lit(foldedAtOnce)})`.as('folded')),
)

/** Fills in what payments cost the merchant on one earlier day of one service; returns how many figures were completed. */
export async function fillFigures({ pool }: Pick<Database, 'pool'>): Promise<number> {
  return (await onPool(pool).only(fill({}))).filled
}

const fill = prepared(() => db.selectNoFrom(sql<number>`figures_fill()`.as('filled')))
