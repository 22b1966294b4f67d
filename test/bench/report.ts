import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Goal, Judged } from './figure.ts'

/** The table, a line a row. */
export function table(rows: readonly Judged[]): string {
  const cells = rows.map((row) => [
    row.name,
    `${number(row.figure)} ${row.unit}`,
    row.baseline === undefined ? '' : number(row.baseline),
    row.ratio === undefined ? '' : `${row.ratio.toFixed(2)} ×`,
    goalText(row.goal, row.ratio !== undefined),
    row.met ? 'met' : 'missed',
    row.parts ?? '',
  ])
  const lines = [['name', 'figure', 'baseline', 'ratio', 'goal', '', 'made of'], ...cells]
  const widths = lines[0]?.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths?.[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `test/bench/results.json`; rows of figures that were not measured now stay as they were. */
export function writeResults(rows: readonly Judged[]): string {
  const path = fileURLToPath(new URL('results.json', import.meta.url))
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const results = rows.map(({ name, figure, unit, baseline, ratio, goal, met }) => ({
    name,
    figure,
    unit,
    baseline: baseline ?? null,
    ratio: ratio ?? null,
    goal: goalText(goal, ratio !== undefined),
    met,
  }))
  writeFileSync(
    path,
    `${JSON.stringify({ machine, at: new Date().toISOString(), results }, null, 2)}\n`,
  )
  return path
}

function goalText({ atMost, atLeast }: Goal, isRatio: boolean): string {
  const sign = isRatio ? ' ×' : ''
  if (atMost !== undefined) return `≤ ${number(atMost)}${sign}`
  return atLeast === undefined ? '' : `≥ ${number(atLeast)}${sign}`
}

function number(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}
