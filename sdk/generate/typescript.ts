import {
  choicesOf,
  type Description,
  namedFields,
  type Operation,
  operationsOf,
  type Schema,
  valuesOf,
} from './description.ts'

/** The type module of the TypeScript package. */
export function typescriptTypes(description: Description): string {
  const schemas = Object.entries(description.components.schemas)
  const operations = operationsOf(description)
  return [
    '// Made from /openapi.json by `npm run sdk:types`.\n',
    ...schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`),
    '/** The data of every event that webhooks tell, by type. */',
    'export interface WebhookData {',
    ...schemas.flatMap(([name, { properties: { event, data } = {} }]) =>
      event?.const === undefined || data === undefined
        ? []
        : [`readonly ${JSON.stringify(event.const)}: ${name}['data']`],
    ),
    '}\n',
    '/** Every operation of the API, by method and path. */',
    'export interface Operations {',
    ...operations.map((one) => `${JSON.stringify(one.name)}: ${operationType(one)}`),
    '}\n',
    '/** Operations that take an idempotency key, and so may be repeated without a second payment. */',
    'export const keyedOperations: ReadonlySet<string> = new Set([',
    ...operations.filter(({ takesKey }) => takesKey).map(({ name }) => `${JSON.stringify(name)},`),
    '])\n',
    '/** Operations that a version added, and which: the client names it. */',
    'export const operationVersions: Readonly<Record<string, string>> = {',
    ...operations.flatMap(({ name, version }) =>
      version === undefined ? [] : [`${JSON.stringify(name)}: ${JSON.stringify(version)},`],
    ),
    '}\n',
  ].join('\n')
}

function operationType({ query, body, data, isList }: Operation): string {
  return `{
    readonly query: ${typeOf(query)}
    readonly body: ${body ? typeOf(body) : 'undefined'}
    readonly data: ${typeOf(data)}
    readonly isList: ${isList}
  }`
}

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.allOf !== undefined && schema.properties === undefined) {
    return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  }
  const choices = choicesOf(schema)
  return choices === undefined ? singleOf(schema) : union(choices.map(typeOf))
}

function union(types: readonly string[]): string {
  return [...new Set(types)].map((type) => `(${type})`).join(' | ')
}

function singleOf(schema: Schema): string {
  if (schema.type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`
  if (schema.type === 'object' || schema.properties !== undefined) return objectOf(schema)
  return plain[String(schema.type)] ?? 'unknown'
}

function objectOf(schema: Schema): string {
  const { required = [] } = schema
  const properties = namedFields(schema)
  if (properties === undefined) return `Readonly<Record<string, ${typeOf(valuesOf(schema))}>>`
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${docOf(field)}readonly ${JSON.stringify(name)}${mark}: ${typeOf(field)}`
  })
  return `{ ${fields.join('\n')} }`
}

function docOf({ description }: Schema): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`
}
