import type { ErrorObject } from 'ajv'
import Type, { type TSchema } from 'typebox'
import {
  type ErrorCode,
  type ErrorDetails,
  errorTable,
  type FieldError,
} from '#domain/errors/errors.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import { compileSchema, jsonSchemaOf } from './schema-compiler.ts'
import { teaching } from './teach.ts'

/** All errors of a value, one per field, at most `fieldErrorsMax`. */
type FieldsCheck = (value: unknown) => readonly FieldError[]

/** More entries help nobody; a hostile body could produce thousands. */
export const fieldErrorsMax = 50

/** Validates a request body; a route without a body schema takes an empty object. */
export function bodyCheck(schema: TSchema = nothing): FieldsCheck {
  return fieldsCheck(schema, bodyCodes)
}

/** Parses and validates a query string; a route without a query schema takes no parameters. */
export function queryCheck(schema: TSchema = nothing): (search: string) => ParsedQuery {
  const check = fieldsCheck(schema, queryCodes)
  const schemas = jsonSchemaOf(schema)['properties'] ?? {}
  if (!isJsonObject(schemas)) throw new TypeError('a query is an object of parameters')
  return (search) => {
    const { query, errors } = parseQuery(search, schemas as Record<string, JsonObject>)
    return { query, errors: onePerField([...errors, ...check(query)]) }
  }
}

/** Validates path parameters: the code of the first one that cannot exist, or null. */
export function paramsCheck(schema: TSchema): (params: JsonObject) => ErrorCode | null {
  const check = fieldsCheck(schema, bodyCodes)
  return (params) => check(params)[0]?.code ?? null
}

/** The first error of each field, in order, up to the limit. */
export function onePerField(errors: Iterable<FieldError>): readonly FieldError[] {
  const byField = new Map<string, FieldError>()
  for (const error of errors) {
    if (!byField.has(error.field)) byField.set(error.field, error)
    if (byField.size === fieldErrorsMax) break
  }
  return [...byField.values()]
}

/** Codes for errors of schemas that name none. */
type DefaultCodes = Readonly<Record<'unknown' | 'missing' | 'invalid', ErrorCode>> & {
  /** How deep a named field may lie; a part of a query parameter has no name of its own. */
  readonly fieldDepthMax: number
}

const bodyCodes: DefaultCodes = {
  unknown: 'unknown_field',
  missing: 'missing_field',
  invalid: 'invalid_field',
  fieldDepthMax: Infinity,
}
const queryCodes: DefaultCodes = {
  unknown: 'unknown_parameter',
  missing: 'missing_parameter',
  invalid: 'invalid_parameter',
  fieldDepthMax: 1,
}

const nothing = Type.Object({})

/**
 * Schemas are constants: each is compiled once per process, on first use, however many routes and servers share it.
 * Startup does not wait for compilation.
 */
const compiled = new WeakMap<TSchema, Compiled>()

type Compiled = {
  readonly closed: JsonObject
  readonly validate: ReturnType<typeof compileSchema>
}

function compiledOnce(schema: TSchema): Compiled {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const closed = closeObjects(jsonSchemaOf(schema))
  const made = { closed, validate: compileSchema(closed) }
  compiled.set(schema, made)
  return made
}

function fieldsCheck(schema: TSchema, codes: DefaultCodes): FieldsCheck {
  return (value) => {
    const { closed, validate } = compiledOnce(schema)
    if (validate(value)) return []
    const schemas = { closed, codes }
    return onePerField(fieldErrors(validate.errors ?? [], value, schemas))
  }
}

/** Makes objects with named fields refuse all others, at every depth (docs/api.md#general-rules). */
function closeObjects(node: JsonObject): JsonObject {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isJsonObject(child)) closeObjects(child)
    }
  }
  if (node['type'] === 'object' && isJsonObject(node['properties'])) {
    node['additionalProperties'] ??= false
  }
  return node
}

/** One at a time: the details of omitted errors are never computed. */
function* fieldErrors(
  errors: readonly ErrorObject[],
  root: unknown,
  schemas: Schemas,
): Generator<FieldError> {
  for (const error of errors) yield toFieldError(error, root, schemas)
}

interface Schemas {
  readonly closed: JsonObject
  readonly codes: DefaultCodes
}

function toFieldError(error: ErrorObject, root: unknown, { closed, codes }: Schemas): FieldError {
  const path = pointerTokens(error.instancePath)
  const params: Readonly<Record<string, unknown>> = error.params
  const parent = path.slice(0, -1).reduce(childOf, root)
  if (error.keyword === 'required') {
    return { field: dotted([...path, params['missingProperty']]), code: codes.missing }
  }
  if (error.keyword === 'additionalProperties') {
    const field = dotted([...path, params['additionalProperty']])
    return withDetails(
      { field, code: codes.unknown },
      teaching({ error, parent, inside: undefined }),
    )
  }
  const { code, level } = codeOwner(error.schemaPath, closed, {
    code: codes.invalid,
    level: codes.fieldDepthMax,
  })
  const name = error.propertyName ?? path[level]
  const inside = name === undefined ? undefined : dotted([name])
  const field = dotted(path.slice(0, level))
  return withDetails({ field, code }, teaching({ error, parent, inside }))
}

function withDetails(error: FieldError, details: ErrorDetails | undefined): FieldError {
  return details === undefined ? error : { ...error, details }
}

type CodeOwner = { readonly code: ErrorCode; readonly level: number }

/**
 * The code of the innermost schema that has one, on the path to the failed rule, and the depth of its field. A list
 * item is not a field: a bad item of `events` is reported as `events`, but `lines.0.amount` is a field.
 */
function codeOwner(schemaPath: string, schema: JsonObject, nobody: CodeOwner): CodeOwner {
  let node: unknown = schema
  let owner = nobody
  let level = 0
  let itemLevels = 0
  let isName = false
  for (const token of pointerTokens(decodeURIComponent(schemaPath.slice(1)))) {
    if (token === 'items' && !isName) itemLevels += 1
    else if (isName) level += 1 + itemLevels
    if (isName) itemLevels = 0
    isName = !isName && nameKeywords.has(token)
    node = childOf(node, token)
    const code = childOf(node, 'code')
    if (isErrorCode(code)) owner = { code, level }
  }
  return owner
}

function childOf(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined
}

/** Keywords whose next token names a child of the value. */
const nameKeywords: ReadonlySet<string> = new Set(['properties', 'patternProperties'])

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorTable, value)
}

function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const fieldPathLengthMax = 100

/** A path that the caller recognises. The names come from the caller, so they are cut and cleaned. */
function dotted(path: readonly unknown[]): string {
  const text = path.map(String).join('.').slice(0, fieldPathLengthMax)
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, '\uFFFD')
}

/** The JSON Schema of one query parameter, as far as parsing depends on it. */
type ParameterSchema = {
  readonly type?: string
  readonly code?: FieldError['code']
  readonly minLength?: number
}

type ParsedQuery = { readonly query: JsonObject; readonly errors: readonly FieldError[] }

/**
 * Parses a query string by the schemas of its parameters: integers and booleans become values, arrays are
 * comma-separated. Values that do not fit stay text, for the schema to refuse. A repeated parameter is refused here,
 * and so is an empty one unless its schema allows it.
 */
function parseQuery(
  search: string,
  schemas: Readonly<Record<string, ParameterSchema>>,
): ParsedQuery {
  const query: JsonObject = Object.create(null)
  const errors: FieldError[] = []
  const seen = new Set<string>()
  for (const [name, text] of new URLSearchParams(search)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (schema && seen.has(name)) errors.push(givenTwice(name))
    else if (schema && text === '') errors.push(...emptyParameter(name, schema))
    seen.add(name)
    query[name] = schema ? readParameter(text, schema) : text
  }
  return { query, errors }
}

function givenTwice(field: string): FieldError {
  return { field, code: 'invalid_parameter', details: { fault: 'given_twice' } }
}

function emptyParameter(name: string, { code, minLength }: ParameterSchema): FieldError[] {
  return minLength === 0 ? [] : [{ field: name, code: code ?? 'invalid_parameter' }]
}

/** No more digits than a JavaScript number holds exactly. */
const integerShape = /^-?\d{1,15}$/

function readParameter(text: string, schema: ParameterSchema): unknown {
  if (schema.type === 'integer') return integerShape.test(text) ? Number(text) : text
  if (schema.type === 'array') return text.split(',')
  if (schema.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
