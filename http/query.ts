import { type FieldError } from '#domain/errors/errors.ts'
import type { JsonObject } from './json.ts'

/** The JSON Schema of one query parameter, as far as reading its text depends on it. */
type ParameterSchema = { readonly type?: string; readonly code?: FieldError['code'] }

export type ParsedQuery = { readonly query: JsonObject; readonly errors: readonly FieldError[] }

/**
 * Reads a query string by the schemas of its parameters: integers and booleans become values, arrays are comma-separated.
 * What does not fit stays text, for the schema to refuse; a repeated or empty parameter is refused here.
 */
export function parseQuery(
  search: string,
  schemas: Readonly<Record<string, ParameterSchema>>,
): ParsedQuery {
  const query: JsonObject = Object.create(null)
  const errors: FieldError[] = []
  const seen = new Set<string>()
  for (const [name, text] of new URLSearchParams(search)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (schema && seen.has(name)) errors.push({ field: name, code: 'invalid_parameter' })
    else if (schema && text === '') errors.push(emptyParameter(name, schema))
    seen.add(name)
    query[name] = schema ? readParameter(text, schema) : text
  }
  return { query, errors }
}

function emptyParameter(name: string, schema: ParameterSchema): FieldError {
  return { field: name, code: schema.code ?? 'invalid_parameter' }
}

/** No more digits than a number holds exactly. */
const integerShape = /^-?\d{1,15}$/

function readParameter(text: string, schema: ParameterSchema): unknown {
  if (schema.type === 'integer') return integerShape.test(text) ? Number(text) : text
  if (schema.type === 'array') return text.split(',')
  if (schema.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
