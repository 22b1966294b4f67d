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
  return JSON.parse(JSON.stringify(frozen), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return value
    if ('n' in value && typeof value.n === 'string') return BigInt(value.n)
    if ('t' in value && typeof value.t === 'string') return new Date(value.t)
    return value
  }) as Value
}
