import type { FigureDimension } from '#domain/dashboard/figures.ts'
import type { Period } from '#domain/dashboard/period.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import { eachDay, localClock, localDay, plusDays, startOfLocalDay } from '#domain/text/local-day.ts'
import type { Database } from '#db/connect.ts'
import {
  type Collected,
  type Figures,
  readCollectedSince,
  readDayFigures,
  readShares,
  type Share,
} from './figures.ts'

/** Collections of a day (`2025-03-03`) or an hour (`14`). */
export interface Point extends Collected {
  readonly key: string
}

/** The figures of a period. */
export interface Overview {
  readonly period: Period
  readonly collected: Collected
  /** The previous period; if the period ends today, its last day counts only up to the present minute. */
  readonly before: Collected
  /** For a single day, the same day of the week before, of today's up to the present minute; null for several days. */
  readonly weekBefore: Collected | null
  /** Per hour for a single day, per day for several; oldest first, including those without payments. */
  readonly points: readonly Point[]
  /** The same for the whole previous period. */
  readonly pointsBefore: readonly Point[]
  /** By hour, over all days; 24 values. */
  readonly hours: readonly Point[]
  /** The largest values of each dimension, in descending order. */
  readonly shares: readonly Share[]
}

const dimensions: readonly FigureDimension[] = [
  'hour',
  'provider',
  'channel',
  'terminal',
  'payment_link',
  'failure',
]

interface Asked {
  readonly period: Period
  readonly now: Date
  /**
   * With more payments than this in part of an hour, they are not counted but assumed to be evenly spread over the
   * hour.
   */
  readonly partOfHourMax?: number
}

/** Reads the figures of a period at `now`. Its cost depends on the number of days and hours, not of payments. */
export async function readOverview(
  database: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { period, now, partOfHourMax = 5000 }: Asked,
): Promise<Overview> {
  const { days, before } = period
  const isOneDay = days.from === days.to
  const isUnderWay = days.to === localDay(now)
  const asked = { now, most: partOfHourMax, isUnderWay }
  const weekAgo = plusDays(days.to, -daysOfWeek)
  const [byDay, shares, lastBefore, weekBefore] = await Promise.all([
    readDayFigures(database, serviceEnvId, { from: before.from, to: days.to }),
    readShares(database, serviceEnvId, { ...days, dimensions }),
    readDay(database, serviceEnvId, { day: before.to, ...asked }),
    isOneDay ? readDay(database, serviceEnvId, { day: weekAgo, ...asked }) : null,
  ])
  const points = eachDay(days).map((day) => ({ key: day, ...onDay(byDay, day) }))
  const pointsBefore = eachDay(before).map((day) => ({ key: day, ...onDay(byDay, day) }))
  const hours = hoursOf(shares)
  return {
    period,
    collected: sumOf(points),
    before: sumOf(isUnderWay ? [...pointsBefore.slice(0, -1), lastBefore.counted] : pointsBefore),
    weekBefore: weekBefore && weekBefore.counted,
    ...(isOneDay ? { points: hours, pointsBefore: lastBefore.hours } : { points, pointsBefore }),
    hours,
    shares: shares.filter(({ dimension }) => dimension !== 'hour'),
  }
}

const daysOfWeek = 7

/** An earlier day by its hours, and what it is held against: all of it, or up to this minute. */
async function readDay(
  database: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { day, now, most, isUnderWay }: DayAsked,
): Promise<{ readonly hours: readonly Point[]; readonly counted: Collected }> {
  const [shares, late] = await Promise.all([
    readShares(database, serviceEnvId, { from: day, to: day, dimensions: ['hour'] }),
    isUnderWay ? readPartOfHour(database, serviceEnvId, { day, now, most }) : null,
  ])
  const hours = hoursOf(shares)
  return { hours, counted: isUnderWay ? upTo(now, hours, late) : sumOf(hours) }
}

interface DayAsked {
  readonly day: string
  readonly now: Date
  readonly most: number
  readonly isUnderWay: boolean
}

const hourMs = 3_600_000

/**
 * Collections of that day from the start of the current hour to the current minute; null if there are too many to
 * count.
 */
async function readPartOfHour(
  database: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { day, now, most }: { readonly day: string; readonly now: Date; readonly most: number },
): Promise<Collected | null> {
  const agoMs = startMs(localDay(now)) - startMs(day)
  const untilMs = now.getTime() - agoMs
  const span = { since: new Date(untilMs - (untilMs % hourMs)), until: new Date(untilMs) }
  const found = await readCollectedSince(database, serviceEnvId, { ...span, most })
  return found.read < most ? found : null
}

function startMs(day: string): number {
  return startOfLocalDay(day)?.getTime() ?? 0
}

/** A day's collections up to the current time of day. */
function upTo(now: Date, hours: readonly Point[], part: Collected | null): Collected {
  const [hour = '', minute = ''] = localClock(now).split(':')
  const full = hours.filter(({ key }) => key < hour)
  const current = hours.find(({ key }) => key === hour) ?? nothing
  return sumOf([...full, part ?? shareOf(current, Number(minute))])
}

function shareOf({ ended, succeeded, net }: Collected, minutes: number): Collected {
  const part = (count: number) => Math.round((count * minutes) / 60)
  return { ended: part(ended), succeeded: part(succeeded), net: (net * BigInt(minutes)) / 60n }
}

const nothing: Collected = { ended: 0, succeeded: 0, net: 0n }

function sumOf(parts: readonly Collected[]): Collected {
  return parts.reduce(
    (sum, { ended, succeeded, net }) => ({
      ended: sum.ended + ended,
      succeeded: sum.succeeded + succeeded,
      net: sum.net + net,
    }),
    nothing,
  )
}

function onDay(figures: readonly (Figures & { readonly day: string })[], day: string): Collected {
  const collected = figures.filter(
    (each) => each.day === day && each.type === 'collection' && each.netCurrency === 'XOF',
  )
  return sumOf(
    collected.map(({ status, count, net }) =>
      status === 'succeeded'
        ? { ended: count, succeeded: count, net }
        : { ended: count, succeeded: 0, net: 0n },
    ),
  )
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

function hoursOf(shares: readonly Share[]): Point[] {
  return hoursOfDay.map((key) => {
    const share = shares.find(({ dimension, value }) => dimension === 'hour' && value === key)
    const { ended, succeeded, net } = share ?? nothing
    return { key, ended, succeeded, net }
  })
}
