/** The word that was probably meant: it differs only in case, begins the same, or is at most two letters away. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const low = typed.slice(0, typedLengthMax).toLowerCase()
  if (low.length < 2) return undefined
  const same = words.find((word) => word.toLowerCase() === low)
  const longer = words.find((word) => word.toLowerCase().startsWith(low))
  const near = words
    .map((word) => ({ word, distance: distanceOf(low, word.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)[0]
  const isNear = near !== undefined && near.distance <= Math.min(2, Math.floor(low.length / 3))
  return same ?? longer ?? (isNear ? near.word : undefined)
}

const typedLengthMax = 64

/** Letters to add, drop or change (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of Array.from(from).entries()) {
    const next = [at + 1]
    for (const [other, wanted] of Array.from(to).entries()) {
      const change = (row[other] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(change, (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
