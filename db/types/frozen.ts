/**
 * Values that are fixed when a transaction is created and only ever read back as a whole. They are stored as JSON, in
 * which bigints and times, which JSON lacks, are objects with one key.
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

/** The value from the parsed JSON of a jsonb column. */
export function thaw<Value>(frozen: Frozen<Value>): Value {
  return thawed(frozen) as Value
}

function thawed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(thawed)
  const entries: [string, unknown][] = Object.entries(value)
  return marked(entries) ?? Object.fromEntries(entries.map(([key, inner]) => [key, thawed(inner)]))
}

/** Values that JSON lacks. */
function marked([[name, text] = ['', null], ...others]: readonly [string, unknown][]) {
  if (others.length > 0 || typeof text !== 'string') return undefined
  if (name === 'n') return BigInt(text)
  return name === 't' ? new Date(text) : undefined
}
