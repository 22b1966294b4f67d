import type { Overview, Point } from '#use-cases/dashboard/overview.ts'
import { money } from '#domain/money/money.ts'
import { localClock, localDay } from '#domain/text/local-day.ts'
import { BarChart, type Point as Bar } from '#web/design/chart.tsx'
import { moneyText } from '#web/design/money.tsx'
import { dayText } from '#web/design/time-text.ts'

/** With more bars than this, each is a week. */
const barsMax = 62
const weekDays = 7

/** The period next to the same days before, and its totals by hour of the day. */
export function Charts({ overview, now }: { readonly overview: Overview; readonly now: Date }) {
  const { period, points, pointsBefore, hours } = overview
  const isOneDay = period.days.from === period.days.to
  const isWeekly = points.length > barsMax
  const shown = isWeekly ? byWeek(points) : points
  const before = isWeekly ? byWeek(pointsBefore) : pointsBefore
  const hour = Number(localClock(now).slice(0, 2))
  return (
    <>
      <div class="card">
        <BarChart
          title={titleOf(isOneDay, isWeekly)}
          points={shown.map((point, at) => barOf(point, before[at], { isOneDay, isWeekly, now }))}
          {...(isOneDay && { chosen: period.days.to === localDay(now) ? hour : bestOf(hours) })}
        />
      </div>
      {!isOneDay && (
        <div class="card">
          <BarChart
            title="Heures de la journée, sur toute la période"
            points={hours.map((point) => ({ ...textOf(point), ...hourWords(point.key) }))}
            chosen={bestOf(hours)}
          />
        </div>
      )}
    </>
  )
}

function titleOf(isOneDay: boolean, isWeekly: boolean): string {
  if (isOneDay) return 'Encaissé par heure\u00A0; en clair, le jour d’avant'
  const what = isWeekly ? 'Encaissé par semaine' : 'Encaissé par jour'
  return `${what}\u00A0; en clair, les mêmes jours avant`
}

function barOf(
  point: Point,
  before: Point | undefined,
  { isOneDay, isWeekly, now }: { isOneDay: boolean; isWeekly: boolean; now: Date },
): Bar {
  const words = (key: string) => {
    if (isOneDay) return hourWords(key)
    const name = dayText(key, now, 'fr')
    const label = `${Number(key.slice(8))}/${Number(key.slice(5, 7))}`
    return { label, name: isWeekly ? `7\u00A0jours dès le ${name}` : name }
  }
  const beforeName = isOneDay ? 'la veille' : before && words(before.key).name
  return {
    ...textOf(point),
    ...words(point.key),
    ...(before && beforeName && { before: { ...textOf(before), name: beforeName } }),
  }
}

function textOf({ net }: Point) {
  return { value: Number(net), text: moneyText(money(net, 'XOF')) }
}

/** `14` as the label below its bar, and as its spoken name. */
function hourWords(hour: string): { readonly label: string; readonly name: string } {
  const from = Number(hour)
  return { label: `${from}\u00A0h`, name: `${from}\u00A0h à ${from + 1}\u00A0h` }
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
