/**
 * Values that are fixed when a transaction is created and only ever read back whole: kept as JSON, in which whole
 * numbers and times, unknown to JSON, are objects with one key.
 */
export type Frozen<Value> = { readonly __frozen: Value }

/** The value as JSON text for a jsonb column. */
export function freeze(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, key, plain: unknown) {
    const original: unknown = Object(this)[key]
    if (typeof original === 'bigint') return { n: `${original}` }
    if (original instanceof Date) return { t: original.toISOString() }
    return plain
  })
}

/** The value again, from the parsed JSON that a jsonb column gives. */
export function thaw<Value>(frozen: Frozen<Value>): Value {
  return thawed(frozen) as Value
}

function thawed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(thawed)
  const entries = Object.entries(value)
  const [[name, text] = []] = entries
  if (entries.length === 1 && typeof text === 'string') {
    if (name === 'n') return BigInt(text)
    if (name === 't') return new Date(text)
  }
  return Object.fromEntries(entries.map(([key, inner]) => [key, thawed(inner)]))
}
