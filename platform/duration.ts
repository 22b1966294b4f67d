/** Milliseconds of a duration such as `1500ms`, `10s`, `15m`, `2h`, `1d`; undefined for any other text. */
export function parseDurationMs(text: string): number | undefined {
  const found = /^(\d{1,12})(ms|s|m|h|d)$/.exec(text.trim())
  const unitMs = unitsMs[found?.[2] ?? '']
  if (found === null || unitMs === undefined) return undefined
  const durationMs = Number(found[1]) * unitMs
  return Number.isSafeInteger(durationMs) ? durationMs : undefined
}

const unitsMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** The same duration as text, in the largest unit that divides it. */
export function writtenDuration(durationMs: number): string {
  const units = Object.entries(unitsMs).toReversed()
  const [unit, unitMs] = units.find(([, each]) => durationMs % each === 0) ?? ['ms', 1]
  return `${durationMs / unitMs}${unit}`
}
