import type { TSchema } from 'typebox'
import { staffPermissions, staffRoles } from '#domain/people/staff-roles.ts'
import { isJsonObject, type JsonObject } from '#http/json.ts'
import type { About, Route, RouteKeys } from '#http/route.ts'
import type { Components } from './components.ts'
import { capital, responsesOf } from './responses.ts'
import { tagOf } from './tags.ts'

/** Answers of the running service, by operation name. */
export type Answers = Readonly<Record<string, unknown>>

/** The description that an operation becomes part of. */
interface Place {
  readonly components: Components
  readonly root: string
  readonly answers: Answers
}

/** A route as an OpenAPI operation. */
export function operationOf(route: Route, place: Place): JsonObject {
  const words = route.path.slice(place.root.length + 1).split('/')
  const name = route.about?.name ?? mechanicalName(route.method, words)
  return {
    operationId: name,
    summary: route.about?.title ?? route.summary,
    ...(route.about && { description: route.about.text, 'x-french': route.summary }),
    tags: [tagOf(words).name],
    ...doorOf(route.keys),
    parameters: [
      ...schemaParameters(route.params, 'path', place),
      ...schemaParameters(route.query, 'query', place),
      ...idempotencyParameter(route),
      ...languageParameter(route),
      ...versionParameter(route),
    ],
    ...(route.body && {
      requestBody: requestBody(route.body, { name, about: route.about, place }),
    }),
    responses: responsesOf(route, name, place),
  }
}

function doorOf(keys: RouteKeys): JsonObject {
  if (keys === 'none') return { security: [] }
  if (!('staff' in keys)) return { security: [{ key: [] }], 'x-keys': [...keys] }
  const roles = keys.staff === 'everybody' ? staffRoles : staffPermissions[keys.staff]
  return { security: [{ session: [] }], 'x-roles': [...roles] }
}

function mechanicalName(method: string, parts: readonly string[]): string {
  const words = parts
    .flatMap((part) => part.split(/[_-]/))
    .map((word) => word.replace(':', 'by '))
    .flatMap((word) => word.split(' '))
  return method.toLowerCase() + words.map(capital).join('')
}

function schemaParameters(
  schema: TSchema | undefined,
  at: 'path' | 'query',
  { components }: Place,
): JsonObject[] {
  if (schema === undefined) return []
  const { properties, required } = components.publicSchema(schema)
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).map(([name, field]) => {
    const { description, examples, ...rest } = isJsonObject(field) ? field : {}
    const [example] = Array.isArray(examples) ? (examples as readonly unknown[]) : []
    return {
      name,
      in: at,
      required: at === 'path' || (Array.isArray(required) && required.includes(name)),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(example !== undefined && { example }),
      ...(rest['type'] === 'array' && { style: 'form', explode: false }),
    }
  })
}

function idempotencyParameter({ idempotency }: Route): JsonObject[] {
  if (idempotency === 'none') return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotency === 'required',
      description:
        'A value that you choose for this one operation, 1 to 128 letters, digits, `-` and `_`, such as a UUID. Sent again with the same body, it returns the same answer and nothing happens twice; kept for 72 hours.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
      example: '5f1f6f0e-8d43-4d65-9c55-0a1b2c3d4e5f',
    },
  ]
}

function languageParameter({ about }: Route): JsonObject[] {
  if (about === undefined) return []
  return [
    {
      name: 'Accept-Language',
      in: 'header',
      required: false,
      description:
        'Language of `error.message` and `failure.message`: `en` for English, French otherwise.',
      schema: { type: 'string' },
      example: 'en',
    },
  ]
}

/**
 * A route that a version added serves only requests that name that version; others get the previous version's route.
 */
function versionParameter({ since, hasBefore = false }: Route): JsonObject[] {
  if (since === undefined) return []
  return [
    {
      name: 'Service-Version',
      in: 'header',
      required: !hasBefore,
      description: hasBefore
        ? 'The version whose additions the request uses. Without it, the previous version answers, without them.'
        : 'The version that added this operation: without it, the previous version answers.',
      schema: { type: 'string', enum: [since], default: since },
      example: since,
    },
  ]
}

interface Named {
  readonly name: string
  readonly about: About | undefined
  readonly place: Place
}

function requestBody(schema: TSchema, { name, about, place }: Named): JsonObject {
  const { components } = place
  const plain = withRules(components.publicSchema(schema), about)
  const examples = Object.entries(about?.examples ?? {}).map(([title, value]) => [
    title.toLowerCase().replaceAll(/[^a-z]+/g, '_'),
    { summary: title, value },
  ])
  return {
    required: true,
    ...(about && { description: `What to send: ${about.title.toLowerCase()}.` }),
    content: {
      'application/json': {
        schema: about
          ? components.name(`${capital(name)}Request`, {
              ...plain,
              description: `Body of \`${name}\`.`,
            })
          : plain,
        ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
      },
    },
  }
}

/** Rules between fields; when both define dependencies of fields, both are kept. */
function withRules(plain: JsonObject, about: About | undefined): JsonObject {
  const dependencies = [plain, about?.rules ?? {}].map((part) => part['dependentSchemas'] ?? {})
  const dependentSchemas: JsonObject = Object.assign({}, ...dependencies)
  const isDependent = Object.keys(dependentSchemas).length > 0
  return { ...plain, ...about?.rules, ...(isDependent && { dependentSchemas }) }
}
