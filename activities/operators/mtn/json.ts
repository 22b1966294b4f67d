import { shapeOfJson } from '#domain/text/json-shape.ts'

export type JsonFields = Readonly<Record<string, unknown>>

/**
 * The JSON object of an answer; undefined for anything else, such as a firewall's page, and where it says something
 * twice: only the last of the two would be read.
 */
export function parseObject(text: string): JsonFields | undefined {
  // The reviver also visits the root.
  let kept = -1
  const count = function (this: object, _key: string, value: unknown): unknown {
    if (!Array.isArray(this)) kept += 1
    return value
  }
  try {
    const value: unknown = JSON.parse(text, count)
    return isObject(value) && kept === shapeOfJson(text).members ? value : undefined
  } catch {
    return undefined
  }
}

/** True for an object, not for a list. */
export function isObject(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
