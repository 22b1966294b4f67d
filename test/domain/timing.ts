const RUNS = 7

/** The shortest of several runs, in milliseconds: what the work costs, not what the machine was also doing. */
export function bestTimeMs(work: () => void): number {
  let best = Infinity
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now()
    work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}
