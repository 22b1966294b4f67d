const pauseMsMin = 500
const pauseMsMax = 15_000

/** How long to wait after so many misses before the next try. */
export function pauseMs(misses: number): number {
  return Math.min(pauseMsMin * 2 ** misses, pauseMsMax)
}
