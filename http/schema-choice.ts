import type { JsonObject } from './json.ts'

/** `if`, `then` and `else` of JSON Schema. */
export function choice(condition: JsonObject, yes: JsonObject, no?: JsonObject): JsonObject {
  const parts = [
    ['if', condition],
    ['then', yes],
    ['else', no],
  ] as const
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
}

/** An object that has this field. */
export function needs(field: string): JsonObject {
  return { required: [field], properties: { [field]: {} } }
}

/** An object that does not. */
export function without(field: string): JsonObject {
  return { not: needs(field) }
}
