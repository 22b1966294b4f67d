import Type from 'typebox'
import { type ErrorCode, errorTable, fail } from '#domain/errors/errors.ts'
import { errorText } from '#http/envelope.ts'
import type { JsonObject } from '#http/json.ts'
import type { Route } from '#http/route.ts'
import { named, said, shape, text, url, uuid } from '#api/schemas/parts.ts'
import { Components } from './components.ts'
import { headers } from './headers.ts'
import { type Answers, operationOf } from './operation.ts'
import { refusalCodes } from './refusals.ts'
import { type Tag, tagOf } from './tags.ts'
import { describeWebhooks, type Sealed, webhookEventsTag } from './webhooks.ts'

export interface ApiInfo {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly serverUrl: string
  /** The prefix of all its paths. */
  readonly root: '/v2' | '/staff/api'
}

/** Answers and webhooks of the running service, stored as examples. */
export interface Examples {
  readonly answers: Answers
  readonly sealed: Sealed
}

/** The API as OpenAPI 3.1, generated from the routes and schemas that serve and validate requests. */
export function describeApi(all: readonly Route[], info: ApiInfo, examples?: Examples): JsonObject {
  const { serverUrl, root, ...about } = info
  // Routes that only ever answer 501 are left out: clients have no use for them.
  const routes = all.filter(({ answer }) => answer !== undefined)
  const codes = codesOf(routes)
  const components = new Components()
  components.reference('ErrorAnswer', errorEnvelope(codes))
  const paths = pathsOf(routes, { components, root, answers: examples?.answers ?? {} })
  const webhooks = examples && describeWebhooks(components, examples.sealed)
  return {
    openapi: '3.1.0',
    info: {
      ...about,
      contact: { name: 'Support', url: `${serverUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'Live and sandbox: the key decides which.' }],
    tags: [...tagsOf(routes, root), ...(webhooks ? [presentTag(webhookEventsTag)] : [])],
    paths,
    ...(webhooks && { webhooks }),
    components: {
      schemas: components.schemas(),
      headers,
      examples: Object.fromEntries(codes.map((code) => [code, errorExample(code, serverUrl)])),
      securitySchemes: { [root === '/v2' ? 'key' : 'session']: securityScheme(root) },
    },
  }
}

/** Codes that some route answers; all codes if any route has no list of its own. */
function codesOf(routes: readonly Route[]): ErrorCode[] {
  if (routes.some(({ about }) => about === undefined)) {
    return (Object.keys(errorTable) as ErrorCode[]).toSorted()
  }
  return [...new Set(routes.flatMap(refusalCodes))].toSorted()
}

function tagsOf(routes: readonly Route[], root: string): JsonObject[] {
  const all = routes.map(({ path }) => tagOf(path.slice(root.length + 1).split('/')))
  const known = new Map(all.map((tag) => [tag.name, tag]))
  return [...known.values()].map(presentTag)
}

function presentTag({ name, description, french }: Tag): JsonObject {
  return { name, description, 'x-french': french }
}

function pathsOf(
  routes: readonly Route[],
  place: Parameters<typeof operationOf>[1],
): Record<string, JsonObject> {
  const paths: Record<string, JsonObject> = {}
  for (const route of routes) {
    const path = (paths[route.path.replaceAll(/:([a-z_]+)/g, '{$1}')] ??= {})
    path[route.method.toLowerCase()] = operationOf(route, place)
  }
  return paths
}

function securityScheme(root: ApiInfo['root']): JsonObject {
  const description =
    root === '/v2'
      ? 'One key in `Authorization: Bearer …`. A secret key (`SKLIVE_…`, `SKSANDBOX_…`) stays on your server and may do everything; a public key (`PKLIVE_…`, `PKSANDBOX_…`) may be used in pages and apps; a terminal key (`tk_…`) belongs to one terminal; a session token (`ts_…`) to one cashier. The key decides whether a call is live or sandbox. `x-keys` of an operation lists the kinds of key that it accepts.'
      : 'The token of a log-in at the staff desk.'
  return { type: 'http', scheme: 'bearer', description }
}

/** An error response, as the service writes it. */
function errorExample(code: ErrorCode, serverUrl: string): JsonObject {
  const requestId = headers.RequestId.example
  const value: unknown = JSON.parse(
    errorText(fail(code), requestId, { docsUrl: `${serverUrl}/docs` }),
  )
  return { summary: code, value }
}

function errorEnvelope(codes: readonly ErrorCode[]) {
  const types = [...new Set(codes.map((code) => errorTable[code].type))]
  return named(
    'ErrorAnswer',
    shape({ error: said(refusal(codes, types), 'What was refused and why.') }),
    'A refusal. Programs test `error.code`, people read `error.message`.',
  )
}

function refusal(codes: readonly ErrorCode[], types: readonly string[]) {
  return named(
    'Refusal',
    shape({
      code: said(
        named(
          'ErrorCode',
          Type.Unsafe<ErrorCode>({ type: 'string', enum: [...codes] }),
          'Stable code of a refusal. New ones may join.',
        ),
        'Stable code for use in programs.',
        'invalid_amount',
      ),
      type: said(
        named(
          'ErrorType',
          Type.Unsafe<string>({ type: 'string', enum: [...types] }),
          'Family of a refusal, tied to the HTTP status.',
        ),
        'Family of the error.',
        'validation_error',
      ),
      message: said(
        text,
        'A sentence to be shown as it is: in French, or in English with `Accept-Language: en`.',
        'Le montant doit être un nombre supérieur à 0, avec les décimales de sa devise.',
      ),
      details: said(
        Type.Object({}, { additionalProperties: true }),
        'Further facts: `field`, `fields` (one entry per invalid field), `transaction_id`, `allowed`, limits…',
        { field: 'amount' },
      ),
      request_id: said(uuid, 'Id of the call, as in `X-Request-Id`.', headers.RequestId.example),
      doc_url: said(
        url,
        'Page with cause and remedy.',
        'https://pay.example/docs/erreurs#invalid_amount',
      ),
    }),
    'What was refused and why.',
  )
}
