const pauseMsMin = 500
const pauseMsMax = 15_000

/** How long to wait before the next try after so many failures. */
export function pauseMs(misses: number): number {
  return Math.min(pauseMsMin * 2 ** misses, pauseMsMax)
}
