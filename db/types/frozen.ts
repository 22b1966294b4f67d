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
  const entries: [string, unknown][] = Object.entries(value)
  return marked(entries) ?? Object.fromEntries(entries.map(([key, inner]) => [key, thawed(inner)]))
}

/** What JSON does not know. */
function marked([[name, text] = ['', null], ...others]: readonly [string, unknown][]) {
  if (others.length > 0 || typeof text !== 'string') return undefined
  if (name === 'n') return BigInt(text)
  return name === 't' ? new Date(text) : undefined
}
