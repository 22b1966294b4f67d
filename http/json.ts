import { type ErrorDetails, fail } from '#domain/errors/errors.ts'
import { shapeOfJson } from '#domain/text/json-shape.ts'

/** A parsed JSON object; its keys are own properties, including `__proto__`. */
export type JsonObject = Record<string, unknown>

/** Maximum nesting of objects and arrays in a body, counting the outermost. */
const bodyDepthMax = 8

/**
 * Parses a request body. Refuses text that is not JSON, duplicate keys in an object and more than 8 levels
 * (`invalid_json`), and anything but an object (`invalid_body`).
 */
export function parseJsonBody(text: string): JsonObject {
  const { depth, members } = shapeOfJson(text)
  if (depth > bodyDepthMax) throw fail('invalid_json', { fault: 'too_deep' })
  const keptMembers = { count: 0 }
  const value = parse(text, keptMembers)
  // Only the last value of a duplicate key survives parsing, so fewer members remain than the text has colons.
  if (keptMembers.count !== members) throw fail('invalid_json', { fault: 'repeated_key' })
  if (!isJsonObject(value)) throw fail('invalid_body')
  return value
}

/** The source text of a number (`12.50`, `1e3`) that `parseJsonBody` read; undefined for anything else. */
export function numberSource(holder: object, key: string): string | undefined {
  return sources.get(holder)?.get(key)
}

/** True for an object, not for an array or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const sources = new WeakMap<object, Map<string, string>>()

type ReviverArguments = [key: string, value: unknown, context?: { source?: string }]

function parse(text: string, keptMembers: { count: number }): unknown {
  function review(this: object, ...[key, value, context]: ReviverArguments) {
    if (!Array.isArray(this)) keptMembers.count += 1
    if (typeof value === 'number') keepSource(this, key, context?.source)
    return value
  }
  try {
    const value: unknown = JSON.parse(text, review)
    // The reviver also visits the root, as the one member of a wrapper.
    keptMembers.count -= 1
    return value
  } catch (error) {
    if (error instanceof SyntaxError) throw fail('invalid_json', mistakeOf(error, text))
    throw error
  }
}

/** Where the text stops being valid JSON, counted as in editors; of an empty text, that it is empty. */
function mistakeOf({ message }: SyntaxError, text: string): ErrorDetails {
  if (text.trim() === '') return { fault: 'empty' }
  const [, found] = /position (\d+)/.exec(message) ?? []
  if (found === undefined && text.length > searchedMax) return {}
  const position = found === undefined ? strangeAt(text) : Number(found)
  const before = text.slice(0, position).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Longer texts are files, and parsing them over and over costs a lot. */
const searchedMax = 65_536

/** The first character that nothing valid can have there. The engine does not say where it found it. */
function strangeAt(text: string): number {
  let [known, strange] = [0, text.length]
  while (known < strange) {
    const middle = Math.ceil((known + strange) / 2)
    if (isStrange(text.slice(0, middle))) strange = middle - 1
    else known = middle
  }
  return known
}

function isStrange(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return error instanceof SyntaxError && error.message.startsWith('Unexpected token')
  }
}

function keepSource(holder: object, key: string, source: string | undefined): void {
  if (source === undefined) throw new TypeError('this runtime does not show the source of numbers')
  const known = sources.get(holder)
  if (known) known.set(key, source)
  else sources.set(holder, new Map([[key, source]]))
}
