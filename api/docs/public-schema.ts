import type { TSchema } from 'typebox'
import { isJsonObject, type JsonObject } from '#http/json.ts'
import { jsonSchemaOf } from '#http/schema-compiler.ts'

/** Our schema in plain JSON Schema: its own keywords become what every tool understands. */
export function publicSchema(schema: TSchema): JsonObject {
  const plain = toPublic(jsonSchemaOf(schema))
  if (!isJsonObject(plain)) throw new TypeError('a schema is an object')
  return plain
}

function toPublic(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toPublic)
  if (!isJsonObject(node)) return node
  const { code, amount, ...rest } = node
  const entries = Object.entries(rest).map(([key, value]) => [key, toPublic(value)])
  const plain: JsonObject = Object.fromEntries(entries)
  if (typeof code === 'string') plain['x-error-code'] = code
  else if (code !== undefined) plain['code'] = toPublic(code)
  if (amount === true) plain['exclusiveMinimum'] = 0
  else if (amount !== undefined) plain['amount'] = toPublic(amount)
  return closed(withPublicFormat(plain))
}

/** Objects with named fields refuse all others, as the checks of a request do. */
function closed(node: JsonObject): JsonObject {
  if (node['type'] === 'object' && isJsonObject(node['properties'])) {
    node['additionalProperties'] ??= false
  }
  return node
}

function withPublicFormat(node: JsonObject): JsonObject {
  if (node['format'] === 'timestamp') node['format'] = 'date-time'
  if (node['format'] === 'text' || node['format'] === 'card_number') delete node['format']
  return node
}
