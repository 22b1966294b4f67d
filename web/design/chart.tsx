import type { ComponentChildren } from 'preact'

export interface Point {
  readonly label: string
  /** At or above zero. */
  readonly value: number
  /** As it is said: `12 500 F CFA`. */
  readonly text: string
}

export interface ChartProps {
  /** What it shows; also read aloud, before the table of the same figures. */
  readonly title: string
  readonly points: readonly Point[]
}

const width = 320
const height = 150
const floor = 126
const ceiling = 8
/** More labels than this would run into each other on a phone. */
const labelsMax = 7
const labelHalf = 16

/** Bars from zero, for amounts of days or hours. */
export function BarChart({ title, points }: ChartProps) {
  const step = width / Math.max(1, points.length)
  const top = maxOf(points)
  return (
    <Drawing title={title} points={points}>
      {points.map(({ label, value }, at) => {
        const tall = (value / top) * (floor - ceiling)
        const drawn = value > 0 ? Math.max(2, tall) : 0
        return (
          <rect
            key={label}
            x={round(at * step + step * 0.15)}
            y={round(floor - drawn)}
            width={round(step * 0.7)}
            height={round(drawn)}
            rx="3"
          />
        )
      })}
    </Drawing>
  )
}

/** A line, for what goes up and down. */
export function LineChart({ title, points }: ChartProps) {
  const step = width / Math.max(1, points.length)
  const top = maxOf(points)
  const places = points.map(({ value }, at) => ({
    x: round(at * step + step / 2),
    y: round(floor - (value / top) * (floor - ceiling)),
  }))
  const last = places.at(-1)
  return (
    <Drawing title={title} points={points}>
      <polyline points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {last && <circle cx={last.x} cy={last.y} r="4" />}
    </Drawing>
  )
}

function Drawing({
  title,
  points,
  children,
}: ChartProps & { readonly children: ComponentChildren }) {
  const step = width / Math.max(1, points.length)
  const every = Math.ceil(points.length / labelsMax)
  return (
    <figure class="chart">
      <figcaption class="soft small">{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <line class="rule" x1="0" x2={width} y1={floor + 0.5} y2={floor + 0.5} />
        {children}
        {points.map(({ label }, at) =>
          at % every === 0 ? (
            <text
              key={label}
              x={labelPlace(at * step + step / 2)}
              y={height - 6}
              text-anchor="middle"
            >
              {label}
            </text>
          ) : null,
        )}
      </svg>
      <div class="sr">
        <table>
          <caption>{title}</caption>
          <tbody>
            {points.map(({ label, text }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** Under its point, as far from the edges as a label is wide. */
function labelPlace(x: number): number {
  return round(Math.min(Math.max(x, labelHalf), width - labelHalf))
}

function maxOf(points: readonly Point[]): number {
  return Math.max(1, ...points.map(({ value }) => value))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
