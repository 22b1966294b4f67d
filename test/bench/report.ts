import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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

/** A line of `results.json`. */
interface Result {
  readonly name: string
  readonly figure: number
  readonly unit: string
  readonly baseline: number | null
  readonly ratio: number | null
  readonly goal: string
  readonly met: boolean
}

/**
 * `test/bench/results.json`, whose path it returns: these rows, and of a run of some figures the others as they stand in
 * it, if this machine measured them.
 */
export function writeResults(rows: readonly Judged[], { isWhole }: { isWhole: boolean }): string {
  const path = fileURLToPath(new URL('results.json', import.meta.url))
  const machine = machineText()
  const results = mergeResults(isWhole ? [] : formerResults(path, machine), rows.map(resultOf))
  const text = JSON.stringify({ machine, at: new Date().toISOString(), results }, null, 2)
  writeFileSync(path, `${text}\n`)
  return path
}

/** Those of before, each in its place, as it was measured last; behind them what is new. */
export function mergeResults(former: readonly Result[], now: readonly Result[]): readonly Result[] {
  const measured = new Map(now.map((row) => [row.name, row]))
  const names = new Set(former.map(({ name }) => name))
  return [
    ...former.map((row) => measured.get(row.name) ?? row),
    ...now.filter(({ name }) => !names.has(name)),
  ]
}

function machineText(): string {
  const [cpu] = cpus()
  return `${cpus().length} × ${cpu?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
}

function formerResults(path: string, machine: string): readonly Result[] {
  if (!existsSync(path)) return []
  const former = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly machine: string
    readonly results: readonly Result[]
  }
  return former.machine === machine ? former.results : []
}

function resultOf({ name, figure, unit, baseline, ratio, goal, met }: Judged): Result {
  return {
    name,
    figure,
    unit,
    baseline: baseline ?? null,
    ratio: ratio ?? null,
    goal: goalText(goal, ratio !== undefined),
    met,
  }
}

function goalText({ atMost, atLeast }: Goal, isRatio: boolean): string {
  const sign = isRatio ? ' ×' : ''
  if (atMost !== undefined) return `≤ ${number(atMost)}${sign}`
  return atLeast === undefined ? '' : `≥ ${number(atLeast)}${sign}`
}

function number(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}
