import type { Language } from '#domain/text/language.ts'
import { More } from './ask.tsx'
import { Table } from './table.tsx'
import { useScope } from './scope.ts'
import { designWords, useDesignWords } from './words.tsx'

export interface Point {
  /** The label below its bar, if there is room: `3/3`. */
  readonly label: string
  /** As it is said: `lundi 3 mars`. */
  readonly name: string
  /** At or above zero. */
  readonly value: number
  /** As it is said: `12 500 F CFA`. */
  readonly text: string
  /** What it is compared with: a pale bar behind it. */
  readonly before?: { readonly name: string; readonly value: number; readonly text: string }
}

export interface ChartProps {
  /** What it shows. */
  readonly title: string
  /** At least one. */
  readonly points: readonly Point[]
  /** The one whose value is said first; the last unless given. */
  readonly chosen?: number
  /** For a chart that refreshes: keeps the slider where it was. */
  readonly id?: string
}

const width = 320
const height = 150
const floor = 126
const ceiling = 12
/** More labels than this would run into each other on a phone. */
const labelsMax = 7
const labelHalf = 16

/**
 * Bars from zero, for amounts of days or hours. `chart.js` says the value of the bar that a finger or the keyboard is
 * at; the same figures stand in a table.
 */
export function BarChart({ title, points, id, chosen = points.length - 1 }: ChartProps) {
  const { language } = useScope()
  const words = useDesignWords().chart
  const first = points[chosen] && readingOf(points[chosen], language)
  return (
    <figure class="chart" data-chart>
      <figcaption class="soft small">{title}</figcaption>
      <output class="reading">{first}</output>
      <div class="plot">
        <Drawing points={points} chosen={chosen} />
        <input
          id={id}
          type="range"
          hidden
          aria-label={title}
          aria-valuetext={first}
          min="0"
          max={points.length - 1}
          value={chosen}
        />
      </div>
      <More title={words.figures} isOpen={false} {...(id && { id: `${id}-chiffres` })}>
        <Figures title={title} points={points} />
      </More>
    </figure>
  )
}

/** `lundi 3 mars : 12 500 F CFA · lundi 24 février : 9 000 F CFA`. */
function readingOf({ name, text, before }: Point, language: Language): string {
  const { reading } = designWords[language].chart
  const now = reading(name, text)
  return before === undefined ? now : `${now} · ${reading(before.name, before.text)}`
}

function Drawing({ points, chosen }: Pick<ChartProps, 'points'> & { readonly chosen: number }) {
  const { language } = useScope()
  const step = width / Math.max(1, points.length)
  const every = Math.ceil(points.length / labelsMax)
  const top = Math.max(1, ...points.flatMap(({ value, before }) => [value, before?.value ?? 0]))
  const bar = (value: number, place: { readonly x: number; readonly wide: number }) => {
    const drawn = Math.max(2, (value / top) * (floor - ceiling))
    const at = { x: round(place.x), y: round(floor - drawn) }
    return { ...at, width: round(place.wide), height: round(drawn), rx: round(step * 0.1) }
  }
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <line class="rule" x1="0" x2={width} y1={floor + 0.5} y2={floor + 0.5} />
      {points.map((point, at) => (
        <g
          key={point.name}
          data-text={readingOf(point, language)}
          class={at === chosen ? 'on' : undefined}
        >
          {point.before && point.before.value > 0 && (
            <rect
              class="ghost"
              {...bar(point.before.value, { x: at * step + step * 0.04, wide: step * 0.92 })}
            />
          )}
          {point.value > 0 && (
            <rect {...bar(point.value, { x: at * step + step * 0.18, wide: step * 0.64 })} />
          )}
        </g>
      ))}
      {points.map(({ label, name }, at) =>
        (points.length - 1 - at) % every === 0 ? (
          <text key={name} x={labelPlace(at * step + step / 2)} y={height - 6} text-anchor="middle">
            {label}
          </text>
        ) : null,
      )}
    </svg>
  )
}

function Figures({ title, points }: Pick<ChartProps, 'title' | 'points'>) {
  const words = useDesignWords().chart
  const hasBefore = points.some(({ before }) => before !== undefined)
  return (
    <Table
      caption={title}
      isGrid
      keyOf={({ name }) => name}
      rows={points.toReversed()}
      columns={[
        { title: words.when, cell: ({ name }) => name },
        { title: words.amount, isNumber: true, cell: ({ text }) => text },
        ...(hasBefore
          ? [
              {
                title: words.before,
                isNumber: true,
                cell: ({ before }: Point) => before?.text ?? '—',
              },
            ]
          : []),
      ]}
    />
  )
}

/** Under its point, as far from the edges as a label is wide. */
function labelPlace(x: number): number {
  return round(Math.min(Math.max(x, labelHalf), width - labelHalf))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
