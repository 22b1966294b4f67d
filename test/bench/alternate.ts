import type { Goal, Row } from './figure.ts'
import { median, percentile } from './numbers.ts'
import { processorMs } from './processor.ts'
import type { LoadResult } from './load.ts'

/** One side of a comparison: what it does, and the processes that pay for it. */
export interface Side {
  /** By the name that the table gives them. */
  readonly processes: Readonly<Record<string, number>>
  run(): Promise<LoadResult>
}

/** What a side cost: medians of its rounds. */
export interface Cost {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Processor milliseconds an operation, of all its processes and of each. */
  readonly processor: number
  readonly byProcess: Readonly<Record<string, number>>
}

/** Runs both in turn, A B A B …, once to warm them and then so many rounds. */
export async function alternate<Names extends string>(
  sides: Readonly<Record<Names, Side>>,
  rounds: number,
): Promise<Readonly<Record<Names, Cost>>> {
  const names = Object.keys(sides) as Names[]
  const seen = new Map<Names, Round[]>(names.map((name) => [name, []]))
  for (const name of names) await sides[name].run()
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) seen.get(name)?.push(await measured(sides[name]))
  }
  return Object.fromEntries(names.map((name) => [name, costOf(seen.get(name) ?? [])])) as Record<
    Names,
    Cost
  >
}

/** A cost in words: `api 1.2 + postgres 0.8 ms`. */
export function costText({ byProcess, perSecond }: Cost): string {
  const parts = Object.entries(byProcess).map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
  return `${parts.join(' + ')} ms, ${perSecond.toFixed(0)}/s`
}

/** The row of what a second carried: ours beside the bare one. */
export function perSecondRow(name: string, { ours, bare }: Sides, goal: Goal): Row {
  const [figure, baseline] = [ours.perSecond, bare.perSecond]
  return { name, figure, unit: 'a second', baseline, goal, parts: sidesText({ ours, bare }) }
}

/** The row of the processor time of one: ours beside the bare one. */
export function processorRow(name: string, { ours, bare }: Sides, goal: Goal): Row {
  const [figure, baseline] = [ours.processor, bare.processor]
  return { name, figure, unit: 'ms of processor', baseline, goal, parts: sidesText({ ours, bare }) }
}

/** What ours and the bare one cost. */
export type Sides = Readonly<Record<'ours' | 'bare', Cost>>

function sidesText({ ours, bare }: Sides): string {
  return `${costText(ours)}; bare: ${costText(bare)}`
}

interface Round {
  readonly result: LoadResult
  readonly byProcess: Readonly<Record<string, number>>
}

async function measured(side: Side): Promise<Round> {
  const pids = Object.values(side.processes)
  const before = pids.map((pid) => processorMs(pid, pids))
  const result = await side.run()
  const byProcess = Object.fromEntries(
    Object.entries(side.processes).map(([name, pid], index) => [
      name,
      (processorMs(pid, pids) - (before[index] ?? 0)) / result.done,
    ]),
  )
  return { result, byProcess }
}

function costOf(rounds: readonly Round[]): Cost {
  const names = Object.keys(rounds[0]?.byProcess ?? {})
  const byProcess = Object.fromEntries(
    names.map((name) => [name, median(rounds.map((round) => round.byProcess[name] ?? 0))]),
  )
  const latencies = rounds.flatMap(({ result }) => result.latencies)
  return {
    perSecond: median(rounds.map(({ result }) => result.done / result.seconds)),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processor: Object.values(byProcess).reduce((total, ms) => total + ms, 0),
    byProcess,
  }
}
