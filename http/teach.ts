import type { ErrorObject } from 'ajv'
import type { ErrorDetails } from '#domain/errors/errors.ts'
import { accountCurrency, currencyOf, isCurrencyCode } from '#domain/money/currency.ts'
import { banks, operators } from '#domain/operators/operators.ts'
import { nearestWord } from '#domain/text/nearest.ts'
import { isJsonObject, type JsonObject } from './json.ts'

/** More values than this are too many for a sentence. */
const allowedMax = 25

/** Where a value was refused: the error, the object that holds the value, and the name inside the field at fault. */
interface Refused {
  readonly error: ErrorObject
  readonly parent: unknown
  readonly inside: string | undefined
}

/** Details that help to correct a refused value: what is allowed, what was probably meant, which key is at fault. */
export function teaching({ error, parent, inside }: Refused): ErrorDetails | undefined {
  const { keyword, data } = error
  const schema: JsonObject = isJsonObject(error.parentSchema) ? error.parentSchema : {}
  const { allowedValues, additionalProperty } = error.params as Readonly<Record<string, unknown>>
  if (keyword === 'enum' && Array.isArray(allowedValues)) return amongValues(data, allowedValues)
  if (keyword === 'additionalProperties') return amongNames(String(additionalProperty), schema)
  if (inside !== undefined) return { key: inside }
  return schema['amount'] === true ? aboutAmount(data, parent) : ofValue(error, schema)
}

function ofValue({ keyword, data }: ErrorObject, schema: JsonObject): ErrorDetails | undefined {
  const isOperator = schema['code'] === 'invalid_provider' && typeof data === 'string'
  return isOperator ? operatorMeant(data) : ofType(keyword, schema)
}

function ofType(keyword: string, schema: JsonObject): ErrorDetails | undefined {
  const expected = keyword === 'type' ? expectedType(schema) : undefined
  return expected === undefined ? byType(schema) : { ...byType(schema), ...expected }
}

/** The operator or bank that was meant by a name which cannot be a code, such as "MTN". */
function operatorMeant(typed: string): ErrorDetails | undefined {
  const codes = [...operators, ...banks].map(({ code }) => code)
  const nearest = nearestWord(typed, codes)
  return nearest === undefined ? undefined : { nearest }
}

/** What a value of another type should have been; of a number its range tells, of a choice its values do. */
function expectedType({ type }: JsonObject): ErrorDetails | undefined {
  const types: unknown[] = Array.isArray(type) ? type : [type]
  const expected = types.find((name) => name === 'string' || name === 'array' || name === 'object')
  return expected === undefined ? undefined : { expected_type: expected }
}

function byType(schema: JsonObject): ErrorDetails | undefined {
  // The sentence of its own code says it.
  const isPlainChoice = schema['type'] === 'boolean' && schema['code'] === undefined
  return isPlainChoice ? { allowed_values: [true, false] } : (boundsOf(schema) ?? exampleOf(schema))
}

function amongValues(typed: unknown, allowed: readonly unknown[]): ErrorDetails {
  const words = allowed.map(String)
  const nearest = typeof typed === 'string' ? meantOf(typed, words) : undefined
  return {
    ...(words.length <= allowedMax && { allowed_values: allowed }),
    ...(nearest !== undefined && { nearest }),
  }
}

/** The franc CFA as people write it, what other services call it, or a word that is nearly the same. */
function meantOf(typed: string, words: readonly string[]): string | undefined {
  const isFranc = words.includes(accountCurrency) && francShape.test(typed)
  return isFranc ? accountCurrency : (nearestWord(typed, words) ?? meantElsewhere(typed, words))
}

const francShape = /^(?:F|francs?)?\s?CFA$/i

function meantElsewhere(typed: string, words: readonly string[]): string | undefined {
  const [meant] =
    Object.entries(namesElsewhere).find(
      ([ours, theirs]) => words.includes(ours) && theirs.test(typed),
    ) ?? []
  return meant
}

/** Our words, by what other services and people call them; events say `VALIDATED`. */
const namesElsewhere: Readonly<Record<string, RegExp>> = {
  pending: /^(?:processing|waiting|initiated|in_progress|open|new|created)$/i,
  succeeded: /^(?:success|successful|paid|validated|completed?|approved|done|ok)$/i,
  failed: /^(?:failure|error|declined|refused|rejected)$/i,
  expired: /^time(?:d_)?out$/i,
  mobile_money: /^(?:momo|mobile|mobile ?money)$/i,
  card: /^(?:carte|cb|visa|mastercard|credit_card|debit_card|bank_card)$/i,
}

/** The version that has this name, the name that was probably meant, or else all possible names. */
function amongNames(typed: string, schema: JsonObject): ErrorDetails | undefined {
  const names = Object.keys(isJsonObject(schema['properties']) ? schema['properties'] : {})
  const version = laterOf(schema, typed)
  if (version !== undefined) return { service_version: version }
  const nearest = nearestWord(typed, names)
  if (nearest !== undefined) return { nearest }
  return names.length > 0 && names.length <= allowedMax ? { allowed_values: names } : undefined
}

/** The version that a field which is not here came with. */
function laterOf({ later }: JsonObject, name: string): unknown {
  return isJsonObject(later) && Object.hasOwn(later, name) ? later[name] : undefined
}

const numberShape = /^\d{1,15}(\.\d{1,3})?$/

/** Spaces between thousands, and the francs behind an amount. */
const dressing = /\s+|(?:XOF|F?CFA|F)$/g

function numberIn(text: string): ErrorDetails | undefined {
  const bare = text.slice(0, typedAmountMax).trim().replaceAll(dressing, '')
  return numberShape.test(bare) ? { as_number: bare } : undefined
}

const typedAmountMax = 40

/** The number in a text; the decimals of the currency if there are too many. */
function aboutAmount(data: unknown, parent: unknown): ErrorDetails | undefined {
  if (typeof data === 'string') return numberIn(data)
  const currency = isJsonObject(parent) ? parent['currency'] : undefined
  if (typeof data !== 'number' || !isCurrencyCode(currency)) return undefined
  const { decimals } = currencyOf(currency)
  const isFiner = data > 0 && Number(data.toFixed(decimals)) !== data
  return isFiner ? { currency, decimals } : undefined
}

/** The format of a time. */
function exampleOf({ format, examples }: JsonObject): ErrorDetails | undefined {
  const [example]: unknown[] = Array.isArray(examples) ? examples : []
  return format === 'timestamp' && typeof example === 'string' ? { example } : undefined
}

/** The range of an integer. */
function boundsOf({ minimum, maximum }: JsonObject): ErrorDetails | undefined {
  const isBounded = typeof minimum === 'number' && typeof maximum === 'number'
  return isBounded ? { minimum, maximum } : undefined
}
