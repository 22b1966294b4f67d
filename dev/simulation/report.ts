import { calibration, type Costs } from './costs.ts'
import type { Hour, Installation, Station } from './day.ts'

/** A day as a table, followed by what it leaves behind and how reliable it is. */
export function dayText(place: Installation, costs: Costs, hours: readonly Hour[]): string {
  const head = ['hour', 'asked/s', 'refused/s', 'ended/s', ...stations, 'behind s', '202 p99 ms']
  const rows = hours.map((one) => [
    `${one.hour}`.padStart(2, '0'),
    one.offered.toFixed(0),
    one.refused.toFixed(0),
    one.ended.toFixed(0),
    ...stations.map((station) => `${(100 * one.busy[station]).toFixed(0)} %`),
    one.behindSeconds.toFixed(0),
    one.acceptMs.toFixed(0),
  ])
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  )
  const lines = [head, ...rows].map((row) =>
    row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  '),
  )
  return `${[...lines, '', ...summary(place, costs, hours)].join('\n')}\n`
}

const stations: readonly Station[] = ['api', 'worker', 'database', 'temporal', 'shards']

function summary(place: Installation, costs: Costs, hours: readonly Hour[]): readonly string[] {
  const ended = hours.reduce((sum, hour) => sum + hour.ended * 3600, 0)
  const peak = Math.max(...hours.map((hour) => hour.ended))
  const fullest = stations
    .map((station) => [station, Math.max(...hours.map(({ busy }) => busy[station]))] as const)
    .toSorted(([, one], [, other]) => other - one)[0]
  const { told, seen, errorPercent } = calibration(costs)
  return [
    `${(ended / 1e6).toFixed(1)} million payments ended; the fullest part is ${fullest?.[0]}, ${(100 * (fullest?.[1] ?? 0)).toFixed(0)} % at most.`,
    `The books grow by ${((ended * costs.keptBytes) / 1e9).toFixed(0)} GB; the network carries ${((peak * costs.networkBytes * 8) / 1e9).toFixed(2)} Gbit/s at most, if a payment takes ${costs.networkBytes / 1000} kB there (assumed).`,
    `PostgreSQL gives ${(place.apis + place.workers) * 21} connections, or fewer through PgBouncer (docs/deploying.md#connections).`,
    `Calibration: for the machine on which the costs were measured this estimates ${told.toFixed(1)} payments a second, and it carried ${seen}: ${errorPercent.toFixed(0)} % too many. Plan for that much more.`,
  ]
}

const width = 960
const height = 420
const margin = 48
const colours: Readonly<Record<Station, string>> = {
  api: '#1f77b4',
  worker: '#d62728',
  database: '#2ca02c',
  temporal: '#9467bd',
  shards: '#8c564b',
}

/** The utilisation of each part over the day, as SVG. */
export function dayPlot(hours: readonly Hour[]): string {
  const x = (hour: number): number => margin + (hour / 23) * (width - 2 * margin)
  const y = (share: number): number => height - margin - Math.min(share, 1) * (height - 2 * margin)
  const lines = stations.map((station, at) => {
    const points = hours.map(
      ({ hour, busy }) => `${x(hour).toFixed(1)},${y(busy[station]).toFixed(1)}`,
    )
    return [
      `<polyline fill="none" stroke="${colours[station]}" stroke-width="2" points="${points.join(' ')}"/>`,
      `<text x="${margin + at * 110}" y="24" fill="${colours[station]}">${station}</text>`,
    ].join('')
  })
  const marks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line x1="${margin}" x2="${width - margin}" y1="${y(share)}" y2="${y(share)}" stroke="#ddd"/><text x="8" y="${y(share) + 4}">${share * 100} %</text>`,
  )
  const times = [0, 6, 12, 18, 23].map(
    (hour) => `<text x="${x(hour) - 8}" y="${height - 16}">${hour} h</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">${[...marks, ...times, ...lines].join('')}</svg>\n`
}
