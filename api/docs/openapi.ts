import Type from 'typebox'
import type { TSchema } from 'typebox'
import { type ErrorCode, errorTable } from '#domain/errors/errors.ts'
import { staffPermissions, staffRoles } from '#domain/people/staff-roles.ts'
import { isJsonObject, type JsonObject } from '#http/json.ts'
import type { AnswerSchema, Route, RouteKeys } from '#http/route.ts'
import { jsonSchemaOf } from '#http/schema-compiler.ts'

export interface ApiInfo {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly serverUrl: string
  /** What all its addresses begin with. */
  readonly root: '/v2' | '/staff/api'
}

/** The API as OpenAPI 3.1, made of the same routes and schemas that serve and check requests. */
export function describeApi(routes: readonly Route[], info: ApiInfo): JsonObject {
  const { serverUrl, root, ...about } = info
  const named = routes.flatMap((route) => (route.answer ? [route.answer.object] : []))
  return {
    openapi: '3.1.0',
    info: about,
    servers: [{ url: serverUrl }],
    paths: pathsOf(routes, root),
    components: {
      schemas: {
        ...Object.fromEntries(named.map(({ name, schema }) => [name, publicSchema(schema)])),
        Error: publicSchema(errorEnvelope),
      },
      responses: { Error: errorResponse },
      securitySchemes: { [schemes[root]]: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const schemes = { '/v2': 'key', '/staff/api': 'session' } as const

/** The address of a route in OpenAPI's spelling. */
function templateOf(path: string): string {
  return path.replaceAll(/:([a-z_]+)/g, '{$1}')
}

const requestIdHeader = { 'X-Request-Id': { schema: { type: 'string', format: 'uuid' } } }
const versionHeader = { 'Service-Version': { schema: { type: 'string' } } }

const errorEnvelope = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.Unsafe<ErrorCode>({ type: 'string', enum: Object.keys(errorTable) }),
        type: Type.Unsafe<string>({
          type: 'string',
          enum: [...new Set(Object.values(errorTable).map(({ type }) => type))],
        }),
        message: Type.String(),
        details: Type.Object({}, { additionalProperties: true }),
        request_id: Type.String(),
        doc_url: Type.String(),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

const errorResponse = {
  description: 'Refus, avec son code stable et une phrase à afficher.',
  headers: { ...requestIdHeader, ...versionHeader },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

function pathsOf(routes: readonly Route[], root: ApiInfo['root']): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const route of routes) {
    const path = (paths[templateOf(route.path)] ??= {})
    path[route.method.toLowerCase()] = operationOf(route, root)
  }
  return paths
}

function operationOf(route: Route, root: ApiInfo['root']): JsonObject {
  const words = route.path.slice(root.length + 1).split('/')
  return {
    operationId: operationId(route.method, words),
    summary: route.summary,
    tags: [words[0] ?? ''],
    ...doorOf(route.keys),
    parameters: [
      ...schemaParameters(route.params ?? placeholders(route), 'path'),
      ...schemaParameters(route.query, 'query'),
      ...idempotencyParameter(route),
      ...versionParameter(route),
    ],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: publicSchema(route.body) } },
      },
    }),
    responses: responsesOf(route),
  }
}

function doorOf(keys: RouteKeys): JsonObject {
  if (keys === 'none') return { security: [] }
  if (!('staff' in keys)) return { security: [{ key: [] }], 'x-keys': [...keys] }
  const roles = keys.staff === 'everybody' ? staffRoles : staffPermissions[keys.staff]
  return { security: [{ session: [] }], 'x-roles': [...roles] }
}

function operationId(method: string, parts: readonly string[]): string {
  const words = parts
    .flatMap((part) => part.split(/[_-]/))
    .map((word) => word.replace(':', 'by '))
    .flatMap((word) => word.split(' '))
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return method.toLowerCase() + name
}

function schemaParameters(schema: TSchema | undefined, place: 'path' | 'query'): JsonObject[] {
  if (schema === undefined) return []
  const { properties, required } = publicSchema(schema)
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (Array.isArray(required) && required.includes(name)),
    schema: field,
    ...(isJsonObject(field) && field['type'] === 'array' && { style: 'form', explode: false }),
  }))
}

/** A route that never succeeds checks no placeholder; its description names them all the same. */
function placeholders({ path }: Route): TSchema {
  const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)
  return Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()])))
}

function idempotencyParameter({ idempotency }: Route): JsonObject[] {
  if (idempotency === 'none') return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotency === 'required',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
    },
  ]
}

/** A route that a version added is there for requests that name it; others get what the version before had there. */
function versionParameter({ since }: Route): JsonObject[] {
  if (since === undefined) return []
  const schema = { type: 'string', enum: [since], default: since }
  return [{ name: 'Service-Version', in: 'header', required: true, schema }]
}

/** Refusals that each kind of route can answer; 503 is any route's, while what the service leans on is away. */
function responsesOf(route: Route): JsonObject {
  const refusals = [
    429,
    503,
    ...(route.params ? [404] : []),
    ...(route.keys === 'none' ? [] : [401, 403]),
    ...(route.method === 'GET' ? [400, 422] : [400, 409, 413, 422]),
    ...(route.answer ? [] : [501]),
    ...(route.since ? [404, 405] : []),
    ...(route.refusals ?? []),
  ]
  const errors = refusals.toSorted((a, b) => a - b)
  return {
    ...(route.answer && { [route.success]: successOf(route, route.answer) }),
    ...Object.fromEntries(
      errors.map((status) => [status, { $ref: '#/components/responses/Error' }]),
    ),
  }
}

function successOf(route: Route, answer: AnswerSchema): JsonObject {
  const object = { $ref: `#/components/schemas/${answer.object.name}` }
  return {
    description: route.summary,
    headers: {
      ...requestIdHeader,
      ...versionHeader,
      ...(route.success !== 200 && { Location: { schema: { type: 'string' } } }),
    },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['data', 'meta'],
          additionalProperties: false,
          properties: {
            data: answer.isList ? { type: 'array', items: object } : object,
            meta: metaSchema(answer),
          },
        },
      },
    },
  }
}

function metaSchema({ isList, meta = {} }: AnswerSchema): JsonObject {
  const list = {
    has_more: Type.Boolean(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
    limit: Type.Integer(),
  }
  const fields = { request_id: Type.String({ format: 'uuid' }), ...(isList && list), ...meta }
  return publicSchema(Type.Object(fields, { additionalProperties: false }))
}

/** Our schema in plain JSON Schema: its own keywords become what every tool understands. */
function publicSchema(schema: TSchema): JsonObject {
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
