import { performance } from 'node:perf_hooks'

/** How often the kills are repeated: FAULT_ROUNDS in the environment multiplies what a quick run does. */
export const roundsFactor = Math.max(1, Number(process.env['FAULT_ROUNDS'] ?? 1))

/** Calls `work` so many times, at most `width` at once; the results in order. */
export async function spread<Result>(
  count: number,
  width: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = Array.from<Result>({ length: count })
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index)
  }
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane))
  return results
}

/** How long it took, in milliseconds, with what came of it. */
export async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly tookMs: number }> {
  const since = performance.now()
  const result = await work()
  return { result, tookMs: performance.now() - since }
}

/** The middle and the largest of these. */
export function middleAndMax(values: readonly number[]): {
  readonly p50: number
  readonly max: number
} {
  const sorted = values.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 }
}

/** Prints a measured figure when FAULT_FIGURES is set: for reports, not for judging. */
export function note(name: string, figures: Readonly<Record<string, number>>): void {
  if (process.env['FAULT_FIGURES'] !== undefined) tell(name, figures)
}

/** Prints what an experiment came to (docs/chaos.md#the-worst-things); ratios have one digit behind the point. */
export function tell(name: string, figures: Readonly<Record<string, number>>): void {
  const words = Object.entries(figures).map(
    ([unit, value]) => `${unit} ${unit.startsWith('×') ? value.toFixed(1) : Math.round(value)}`,
  )
  process.stdout.write(`    # ${name}: ${words.join(', ')}\n`)
}

/** The value that 95 of 100 of these do not exceed. */
export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
}
