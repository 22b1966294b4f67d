export type JsonFields = Readonly<Record<string, unknown>>

/** The JSON object of an answer; undefined for anything else, such as a firewall's page. */
export function parseObject(text: string): JsonFields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** True for an object, not for a list. */
export function isObject(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
