/** Chances that repeat with their seed: the same draws in the same order. */
export interface Random {
  /** From 0 up to 1. */
  readonly fraction: () => number
  /** A whole number from 0 up to `count`, which it never is. */
  readonly below: (count: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Value>(values: readonly Value[]) => Value
  readonly shuffled: <Value>(values: readonly Value[]) => Value[]
  /** Chances of its own for a part of the work, whatever the others draw meanwhile. */
  readonly fork: () => Random
}

/** The generator called mulberry32: small, quick, good enough for choices. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(fraction() * count)
  return {
    fraction,
    below,
    chance: (probability) => fraction() < probability,
    pick(values) {
      const [value] = values.slice(below(values.length))
      if (value === undefined) throw new RangeError('there is nothing to pick from')
      return value
    },
    shuffled: (values) =>
      values
        .map((value) => ({ value, rank: fraction() }))
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ value }) => value),
    fork: () => seeded(below(2 ** 31)),
  }
}
