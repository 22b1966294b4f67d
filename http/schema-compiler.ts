import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { isCardNumber } from '#domain/collections/card.ts'
import { isCurrencyCode } from '#domain/money/currency.ts'
import { isUuid } from '#domain/ids.ts'
import { parseAmount } from '#domain/money/money.ts'
import { isJsonObject, type JsonObject, numberSource } from './json.ts'
import { parseTimestamp } from '#domain/text/timestamp.ts'

/**
 * Compiles a TypeBox schema once. Beyond JSON Schema it knows `code` (the error code of a field), `amount` (a number read
 * from its source text), `rules` (what parts must be to one another, which code checks and the description says) and the formats
 * `text`, `timestamp`, `card_number` and `uuid`; every string without a format is a `text`.
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

const ajv = new Ajv2020({ allErrors: true, strict: true, ownProperties: true, verbose: true })
ajvFormats.default(ajv, ['email'])
ajv.addFormat('text', { type: 'string', validate: isText })
// Judged by who reads them; their names tell what they are.
for (const name of ['phone', 'https-url', 'web-origin', 'cursor', 'amount', 'country'])
  ajv.addFormat(name, { type: 'string', validate: isText })
ajv.addFormat('timestamp', { type: 'string', validate: (text) => parseTimestamp(text) !== null })
ajv.addFormat('card_number', { type: 'string', validate: isCardNumber })
ajv.addFormat('uuid', { type: 'string', validate: isUuid })
ajv.addKeyword({ keyword: 'code', schemaType: 'string' })
ajv.addKeyword({ keyword: 'about', schemaType: 'string' })
ajv.addKeyword({ keyword: 'rules', schemaType: 'object' })
ajv.addKeyword({
  keyword: 'amount',
  type: 'number',
  schemaType: 'boolean',
  errors: false,
  compile: () => (_value: number, place?: AmountPlace) => place !== undefined && isAmount(place),
})

type AmountPlace = { readonly parentData: object; readonly parentDataProperty: string | number }

/** No NUL, which the database cannot hold, and no half of a surrogate pair, which no UTF-8 can carry. */
function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0')
}

/** The currency with the most decimals: what it refuses, every currency refuses. */
export const widestCurrency = 'TND'

/** Beside a known `currency` its decimals count; without one, whoever knows the currency checks again. */
function isAmount({ parentData, parentDataProperty }: AmountPlace): boolean {
  const source = numberSource(parentData, String(parentDataProperty))
  const currency: unknown = Reflect.get(parentData, 'currency')
  if (source === undefined) return false
  return parseAmount(source, isCurrencyCode(currency) ? currency : widestCurrency).ok
}

function withTextStrings(node: unknown): JsonObject {
  if (!isJsonObject(node)) throw new TypeError('a schema is an object')
  for (const [key, value] of Object.entries(node)) node[key] = withTextStringsInside(value)
  if (isString(node['type']) && node['format'] === undefined) node['format'] = 'text'
  return node
}

function isString(type: unknown): boolean {
  return Array.isArray(type) ? type.includes('string') : type === 'string'
}

function withTextStringsInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTextStringsInside)
  return isJsonObject(value) ? withTextStrings(value) : value
}
