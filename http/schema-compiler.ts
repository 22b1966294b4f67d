import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { isCardNumber } from '#domain/collections/card.ts'
import { isCurrencyCode } from '#domain/money/currency.ts'
import { isUuid } from '#domain/ids.ts'
import { parseAmount } from '#domain/money/money.ts'
import { isJsonObject, type JsonObject, numberSource } from './json.ts'
import { parseTimestamp } from '#domain/text/timestamp.ts'
import { isReadAsKept } from '#domain/text/visible.ts'

/**
 * Compiles a TypeBox schema once. In addition to JSON Schema it supports `code` (the error code of a field), `amount`
 * (a number read from its source text), `later` (fields that a later version adds, with that version), `rules` (rules between fields, which code enforces and the description
 * states) and the formats `text`, `shown_text`, `timestamp`, `card_number` and `uuid`; every string without a format is a `text`.
 */
export function compileSchema(schema: TSchema): ValidateFunction {
  return ajv.compile(withTextStrings(jsonSchemaOf(schema)))
}

/** The schema as plain JSON Schema, as ajv and OpenAPI read it. */
export function jsonSchemaOf(schema: TSchema): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(schema))
  if (!isJsonObject(copy)) throw new TypeError('a schema is an object')
  return copy
}

/** A test checks the schemas of every route against JSON Schema's own, which takes a sixth of a second to compile. */
const unchecked = { meta: false, validateSchema: false }
const ajv = new Ajv2020({
  ...unchecked,
  allErrors: true,
  strict: true,
  ownProperties: true,
  verbose: true,
})
ajvFormats.default(ajv, ['email'])
ajv.addFormat('text', { type: 'string', validate: isText })
ajv.addFormat('shown_text', { type: 'string', validate: isShownText })
// The code that reads these validates them; the names only describe what they are.
const named = ['phone', 'https-url', 'return-url', 'web-origin', 'cursor', 'amount', 'country']
for (const name of named) ajv.addFormat(name, { type: 'string', validate: isText })
ajv.addFormat('timestamp', { type: 'string', validate: (text) => parseTimestamp(text) !== null })
ajv.addFormat('card_number', { type: 'string', validate: isCardNumber })
ajv.addFormat('uuid', { type: 'string', validate: (text) => isUuid(text.toLowerCase()) })
ajv.addKeyword({ keyword: 'code', schemaType: 'string' })
ajv.addKeyword({ keyword: 'about', schemaType: 'string' })
ajv.addKeyword({ keyword: 'rules', schemaType: 'object' })
ajv.addKeyword({ keyword: 'later', schemaType: 'object' })
ajv.addKeyword({
  keyword: 'amount',
  type: 'number',
  schemaType: 'boolean',
  errors: false,
  compile: () => (_value: number, place?: Place) => place !== undefined && isAmount(place),
})

/** An id may come in either case (RFC 9562), and is kept in lower case: whoever compares it compares text. */
ajv.addKeyword({
  keyword: 'canonicalId',
  type: 'string',
  schemaType: 'boolean',
  errors: false,
  modifying: true,
  compile: () => (value: string, place?: Place) => {
    const canonical = value.toLowerCase()
    if (place !== undefined && canonical !== value) {
      Reflect.set(place.parentData, place.parentDataProperty, canonical)
    }
    return true
  },
})

type Place = { readonly parentData: object; readonly parentDataProperty: string | number }

/** No NUL, which the database cannot store, and no lone surrogate, which UTF-8 cannot encode. */
function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0')
}

function isShownText(value: string): boolean {
  return isText(value) && isReadAsKept(value)
}

/** The currency with the most decimals: what it refuses, every currency refuses. */
export const widestCurrency = 'TND'

/** Checks the decimals of a known `currency`; without one, the code that determines the currency checks again. */
function isAmount({ parentData, parentDataProperty }: Place): boolean {
  const source = numberSource(parentData, String(parentDataProperty))
  const currency: unknown = Reflect.get(parentData, 'currency')
  if (source === undefined) return false
  return parseAmount(source, isCurrencyCode(currency) ? currency : widestCurrency).ok
}

function withTextStrings(node: unknown): JsonObject {
  if (!isJsonObject(node)) throw new TypeError('a schema is an object')
  for (const [key, value] of Object.entries(node)) node[key] = withTextStringsInside(value)
  if (isString(node['type']) && node['format'] === undefined) node['format'] = 'text'
  if (node['format'] === 'uuid') node['canonicalId'] = true
  return node
}

function isString(type: unknown): boolean {
  return Array.isArray(type) ? type.includes('string') : type === 'string'
}

function withTextStringsInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTextStringsInside)
  return isJsonObject(value) ? withTextStrings(value) : value
}
