import Type, { type TSchema } from 'typebox'
import type { ErrorCode } from '#domain/errors/errors.ts'
import { named, said } from '#api/schemas/parts.ts'
import type { JsonObject } from '#http/json.ts'
import type { AnswerSchema, Route } from '#http/route.ts'
import type { Components } from './components.ts'
import { headerReferences, type headers } from './headers.ts'
import { byStatus, refusalCodes } from './refusals.ts'

interface AnswersPlace {
  readonly components: Components
  /** Answers of the running service, by operation name. */
  readonly answers: Readonly<Record<string, unknown>>
}

/** The responses of an operation: its success, and its refusals by status. */
export function responsesOf(route: Route, name: string, place: AnswersPlace): JsonObject {
  const success = route.answer && { [route.success]: successOf(route, name, place) }
  const refusals = route.about
    ? byStatus(refusalCodes(route)).map(([status, codes]) => [status, refusalOf(status, codes)])
    : statusesOf(route).map((status) => [status, refusalOf(status, [])])
  return { ...success, ...Object.fromEntries(refusals) }
}

/** Statuses that a route of the desk can answer. */
function statusesOf(route: Route): readonly number[] {
  const statuses = [
    429,
    503,
    ...(route.params ? [404] : []),
    ...(route.keys === 'none' ? [] : [401, 403]),
    ...(route.method === 'GET' ? [400, 422] : [400, 409, 413, 422]),
    ...(route.refusals ?? []),
  ]
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}

const retried: ReadonlySet<number> = new Set([429, 503])

function refusalOf(status: number, codes: readonly ErrorCode[]): JsonObject {
  const more: (keyof typeof headers)[] = [
    ...(status === 401 ? (['WwwAuthenticate'] as const) : []),
    ...(retried.has(status) || codes.includes('request_in_progress')
      ? (['RetryAfter'] as const)
      : []),
  ]
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
  const list = codes.map((code) => `\`${code}\``).join(', ')
  return {
    description: list === '' ? 'Refused.' : `Refused: ${list}.`,
    headers: headerReferences(more),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorAnswer' },
        ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
      },
    },
    ...(codes.length > 0 && { 'x-error-codes': codes }),
  }
}

function successOf(route: Route, name: string, place: AnswersPlace): JsonObject {
  const { answer } = route
  if (answer === undefined) throw new TypeError(`${name} never succeeds`)
  const example = place.answers[name]
  return {
    description: route.about?.title ?? route.summary,
    headers: headerReferences(successHeaders(route)),
    content: {
      'application/json': {
        schema: envelope(answer, place.components),
        ...(example !== undefined && { example }),
      },
    },
  }
}

function successHeaders({ success, idempotency, query }: Route): (keyof typeof headers)[] {
  const hasWait = query !== undefined && 'wait' in propertiesOf(query)
  return [
    ...(success === 200 ? [] : (['Location'] as const)),
    ...(idempotency === 'none' ? [] : (['IdempotentReplayed'] as const)),
    ...(hasWait ? (['ServiceWait'] as const) : []),
  ]
}

function propertiesOf(schema: TSchema): object {
  return 'properties' in schema && typeof schema.properties === 'object' && schema.properties
    ? schema.properties
    : {}
}

/** The envelope of an answer, under a name of its own. */
function envelope(answer: AnswerSchema, components: Components): JsonObject {
  const { name } = answer.object
  const object = components.reference(name, answer.object.schema)
  const more = Object.keys(answer.meta ?? {})
  const meta = components.reference(metaName(answer), metaSchema(answer))
  const kind = answer.isList ? `${name}${more.map(capital).join('')}List` : `${name}Answer`
  return components.name(kind, {
    type: 'object',
    description: answer.isList ? `A page of \`${name}\`.` : `A \`${name}\` in its envelope.`,
    required: ['data', 'meta'],
    additionalProperties: false,
    properties: {
      data: answer.isList
        ? { type: 'array', items: object, description: 'The objects.' }
        : { ...object, description: 'The object.' },
      meta: { ...meta, description: 'About the answer.' },
    },
  })
}

function metaName({ isList, meta = {} }: AnswerSchema): string {
  return `${Object.keys(meta).map(capital).join('')}${isList ? 'ListMeta' : 'Meta'}`
}

function metaSchema(answer: AnswerSchema): TSchema {
  const { isList, meta = {} } = answer
  const list = {
    has_more: said(Type.Boolean(), 'Whether there are more.', false),
    next_cursor: said(
      Type.Union([Type.String(), Type.Null()]),
      'To be sent as `cursor` for the next page; null at the end.',
      null,
    ),
    limit: said(Type.Integer(), 'How many a page holds at most.', 20),
  }
  const request_id = said(
    Type.String({ format: 'uuid' }),
    'Id of the call, as in `X-Request-Id`.',
    '0197a3c2-0d1e-7a55-8f0a-3c9e1b7d2a10',
  )
  return named(
    metaName(answer),
    Type.Object({ request_id, ...(isList && list), ...meta }, { additionalProperties: false }),
    'About the answer.',
  )
}

/** The word with its first letter in upper case. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
