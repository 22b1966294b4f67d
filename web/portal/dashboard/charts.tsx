import type { Overview, Point } from '#use-cases/dashboard/overview.ts'
import type { Language } from '#domain/text/language.ts'
import { money } from '#domain/money/money.ts'
import { localClock, localDay } from '#domain/text/local-day.ts'
import { BarChart, type Point as Bar } from '#web/design/chart.tsx'
import { moneyText } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { dayText } from '#web/design/time-text.ts'
import type { DashboardWords } from './french.tsx'
import { dashboardWords, useDashboardWords } from './words.ts'

/** With more bars than this, each is a week. */
const barsMax = 62
const weekDays = 7

/** The period next to the same days before, and its totals by hour of the day. */
export function Charts({ overview, now }: { readonly overview: Overview; readonly now: Date }) {
  const { language } = useScope()
  const words = useDashboardWords().charts
  const { period, points, pointsBefore, hours, weekBefore } = overview
  const isOneDay = period.days.from === period.days.to
  const isWeekly = points.length > barsMax
  const shown = isWeekly ? byWeek(points) : points
  const before = isWeekly ? byWeek(pointsBefore) : pointsBefore
  const isToday = period.days.to === localDay(now)
  const hour = Number(localClock(now).slice(0, 2))
  return (
    <>
      <div class="card">
        <BarChart
          id="curseur-periode"
          title={titleOf(words, { isOneDay, isWeekly })}
          points={shown.map((point, at) =>
            barOf(point, before[at], { isOneDay, isWeekly, now, language }),
          )}
          {...(isOneDay && { chosen: isToday ? hour : bestOf(hours) })}
        />
        {weekBefore && (
          <p class="soft small">
            {(isToday ? words.weekAgo : words.weekBefore)(
              moneyText(money(weekBefore.net, 'XOF'), language),
            )}
          </p>
        )}
      </div>
      {!isOneDay && (
        <div class="card">
          <BarChart
            id="curseur-heures"
            title={words.hours}
            points={hours.map((point) => ({
              ...textOf(point, language),
              ...hourWords(point.key, language),
            }))}
            chosen={bestOf(hours)}
          />
        </div>
      )}
    </>
  )
}

interface Spread {
  readonly isOneDay: boolean
  readonly isWeekly: boolean
}

function titleOf(words: DashboardWords['charts'], { isOneDay, isWeekly }: Spread): string {
  if (isOneDay) return words.byHour
  return isWeekly ? words.byWeek : words.byDay
}

function barOf(
  point: Point,
  before: Point | undefined,
  { isOneDay, isWeekly, now, language }: Spread & { now: Date; language: Language },
): Bar {
  const { charts } = dashboardWords[language]
  const words = (key: string) => {
    if (isOneDay) return hourWords(key, language)
    const name = dayText(key, now, language)
    const label = `${Number(key.slice(8))}/${Number(key.slice(5, 7))}`
    return { label, name: isWeekly ? charts.week(name) : name }
  }
  const beforeName = isOneDay ? charts.dayBefore : before && words(before.key).name
  return {
    ...textOf(point, language),
    ...words(point.key),
    ...(before && beforeName && { before: { ...textOf(before, language), name: beforeName } }),
  }
}

function textOf({ net }: Point, language: Language) {
  return { value: Number(net), text: moneyText(money(net, 'XOF'), language) }
}

/** `14` as the label below its bar, and as its spoken name. */
function hourWords(
  hour: string,
  language: Language,
): { readonly label: string; readonly name: string } {
  const words = dashboardWords[language].charts
  const from = Number(hour)
  const label = words.hour(from)
  return { label, name: words.hourTo(label, words.hour(from + 1)) }
}

/** Index of the hour with the highest total. */
function bestOf(hours: readonly Point[]): number {
  const best = hours.reduce((most, { net }) => (net > most ? net : most), 0n)
  return hours.findIndex(({ net }) => net === best)
}

/** Sums of seven days each, counted from the first. */
function byWeek(days: readonly Point[]): Point[] {
  return days
    .filter((_, at) => at % weekDays === 0)
    .map(({ key }, week) => {
      const of = days.slice(week * weekDays, (week + 1) * weekDays)
      return of.reduce<Point>(
        (sum, { ended, succeeded, net }) => ({
          key,
          ended: sum.ended + ended,
          succeeded: sum.succeeded + succeeded,
          net: sum.net + net,
        }),
        { key, ended: 0, succeeded: 0, net: 0n },
      )
    })
}
