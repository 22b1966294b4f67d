import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import { currencyCodes, decimalsOf } from '#domain/money/currency.ts'
import { isJsonObject, type JsonObject } from '#http/json.ts'
import { choice } from '#http/schema-choice.ts'
import { jsonSchemaOf } from '#http/schema-compiler.ts'
import { patternOfFormat } from './format-patterns.ts'

/** The named schemas of one description, collected while it is generated. */
export class Components {
  readonly #schemas = new Map<string, JsonObject>()

  /** Our schema as plain JSON Schema: our own keywords become standard ones, named parts become references. */
  publicSchema(schema: TSchema): JsonObject {
    const plain = this.#toPublic(jsonSchemaOf(schema))
    if (!isJsonObject(plain)) throw new TypeError('a schema is an object')
    return plain
  }

  /** A reference to this schema under this name. */
  reference(name: string, schema: TSchema): JsonObject {
    const plain = this.publicSchema(schema)
    return '$ref' in plain ? plain : this.name(name, plain)
  }

  /**
   * Stores a plain schema under a name and returns the reference to it. TypeError if the name already means another
   * one.
   */
  name(name: string, plain: JsonObject): JsonObject {
    const known = this.#schemas.get(name)
    if (known !== undefined && !isDeepStrictEqual(known, plain)) {
      throw new TypeError(`two schemas are named ${name}`)
    }
    this.#schemas.set(name, plain)
    return { $ref: `#/components/schemas/${name}` }
  }

  /** All named schemas, sorted by name. */
  schemas(): JsonObject {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #toPublic(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((each) => this.#toPublic(each))
    if (!isJsonObject(node)) return node
    const { title, about, ...whole } = node
    if (typeof title !== 'string' || typeof about !== 'string') return this.#plain(node)
    const { description, examples, ...rest } = whole
    const reference = this.name(title, { ...this.#plain(rest), description: about })
    return {
      ...reference,
      ...(description !== about && { description }),
      ...(examples !== undefined && { examples }),
    }
  }

  #plain(node: JsonObject): JsonObject {
    const { code, amount, examples, rules, ...rest } = node
    const entries = Object.entries(rest).map(([key, value]) => [key, this.#toPublic(value)])
    const plain: JsonObject = Object.fromEntries(entries)
    if (typeof code === 'string') plain['x-error-code'] = code
    else if (code !== undefined) plain['code'] = this.#toPublic(code)
    if (amount === true) plain['exclusiveMinimum'] = 0
    else if (amount !== undefined) plain['amount'] = this.#toPublic(amount)
    if (Array.isArray(examples)) plain['examples'] = examples
    if (rules !== undefined)
      Object.assign(plain, isOneSchema(node) ? rules : { rules: this.#toPublic(rules) })
    return closed(withoutNul(withPublicFormat(withPrecision(withDecimals(node, plain)))))
  }
}

/**
 * The largest amounts that a JSON number holds exactly: fifteen digits without decimals; with decimals, as many units
 * as 2^53 thousandths.
 */
const wholeMax = 999_999_999_999_999
const decimalMax = 9_007_199_254_740
const wholeCurrencies = currencyCodes.filter((code) => decimalsOf(code) === 0)

/**
 * A price has the decimals of its currency; without a currency, no more digits than any currency allows. For
 * currencies with decimals only the description states them: validators compute `multipleOf` of a fraction in
 * floating point and would refuse 19.99.
 */
function withDecimals(node: JsonObject, plain: JsonObject): JsonObject {
  const { properties } = node
  if (!isJsonObject(properties) || !isJsonObject(properties['currency'])) return plain
  const prices = Object.entries(properties).filter(
    ([, field]) => isJsonObject(field) && field['amount'] === true,
  )
  if (prices.length === 0) return plain
  const isWhole = {
    properties: { currency: { enum: wholeCurrencies } },
    required: ['currency'],
  }
  plain['dependentSchemas'] = Object.fromEntries(
    prices.map(([name]) => [
      name,
      choice(
        isWhole,
        only(name, { type: 'integer', maximum: wholeMax }),
        only(name, { minimum: 0.01, maximum: decimalMax }),
      ),
    ]),
  )
  return plain
}

/** Constrains one field and leaves the others open. */
function only(name: string, schema: JsonObject): JsonObject {
  return { properties: { [name]: schema }, additionalProperties: true }
}

/** Objects with named fields refuse all others, as request validation does. */
function closed(node: JsonObject): JsonObject {
  if (node['type'] === 'object' && isJsonObject(node['properties'])) {
    node['additionalProperties'] ??= false
  }
  return node
}

/** True for a schema; a map of property names to schemas has no `type` text of its own. */
function isOneSchema({ type }: JsonObject): boolean {
  return typeof type === 'string'
}

/** Text without NUL. */
const textPattern = String.raw`^[^\x00]*$`
/** Text that people read (`shown_text` in http/schema-compiler.ts), and the same with at least one visible character. */
const unshown = String.raw`\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069`
const shownPattern = `^[^${unshown}]*$`
/** Those of `visiblePattern` (domain/text/visible.ts) in a notation that all readers of patterns know. */
const invisible = String.raw`\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`
const visiblePattern = `^[^${unshown}]*[^\\s${unshown}${invisible}][^${unshown}]*$`

/**
 * Excludes NUL from texts that callers send, which are the ones with a `maxLength`. Other strings have a format or
 * pattern that excludes it already.
 */
function withoutNul(node: JsonObject): JsonObject {
  const { type, maxLength, format, pattern } = node
  const isText = [type].flat().includes('string') && maxLength !== undefined && format === undefined
  return isText && pattern === undefined ? { ...node, pattern: textPattern } : node
}

/** A client generated for Go would otherwise keep an amount in seven digits. */
function withPrecision(node: JsonObject): JsonObject {
  const isNumber = [node['type']].flat().includes('number') && node['format'] === undefined
  return isNumber ? { ...node, format: 'double' } : node
}

function withPublicFormat(node: JsonObject): JsonObject {
  if (node['format'] === 'timestamp') node['format'] = 'date-time'
  if (node['format'] === 'card_number') node['format'] = 'card-number'
  if (node['format'] === 'text') delete node['format']
  if (node['format'] === 'shown_text') {
    delete node['format']
    node['pattern'] = node['pattern'] === undefined ? shownPattern : visiblePattern
  }
  const pattern = patternOfFormat(node['format'])
  return pattern === undefined ? node : { ...node, pattern }
}
