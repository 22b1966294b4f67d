import fc from 'fast-check'
import type { Call } from '#test/support/call.ts'
import { oddValues, type Schema, valuesOf } from './values.ts'

/** What requests may name that exists. */
export interface Known {
  /** Of callers of every kind. */
  readonly keys: string[]
  /** Ids of all kinds; answers add theirs. */
  readonly ids: string[]
}

interface Operation {
  readonly method: string
  readonly template: string
  readonly described: Schema
}

const listed = new Set(['get', 'post', 'patch', 'delete'])

/** Requests to every operation of a description, good ones and bad ones. */
export function requestsTo(description: Schema, known: Known): fc.Arbitrary<Call> {
  const operations = Object.entries<Schema>(description.paths).flatMap(([template, methods]) =>
    Object.entries<Schema>(methods)
      .filter(([method]) => listed.has(method))
      .flatMap(([method, described]) =>
        // What writes has more to go wrong.
        Array<Operation>(method === 'post' ? 3 : 1).fill({
          method: method.toUpperCase(),
          template,
          described,
        }),
      ),
  )
  return fc.constantFrom(...operations).chain((operation) => requestTo(operation, known))
}

function requestTo({ method, template, described }: Operation, known: Known): fc.Arbitrary<Call> {
  const schema = described.requestBody?.content?.['application/json']?.schema
  const body = schema === undefined ? fc.constant(undefined) : bodies(schema)
  const headers = headersOf(described.parameters ?? [])
  return fc
    .record({
      path: pathsOf(template, known),
      query: queriesOf(described.parameters ?? []),
      key: fc.option(keysOf(known), { nil: undefined, freq: 12 }),
      headers,
      body,
    })
    .map(({ path, query, key, headers: named, body: sent }) => ({
      method,
      path: path + query,
      ...(key !== undefined && { key }),
      ...(sent !== undefined && { body: sent }),
      headers: named,
    }))
}

/** Read when the request is made: keys and ids may have changed since. */
function keysOf({ keys }: Known): fc.Arbitrary<string> {
  return fc.nat().map((at) => keys[at % (keys.length + 1)] ?? 'SKSANDBOX_nobody')
}

/** A key and a version mostly where they are described: elsewhere they may be refused. */
function headersOf(parameters: readonly Schema[]): fc.Arbitrary<Record<string, string>> {
  const described = (name: string) => parameters.find((parameter) => parameter.name === name)
  const version: unknown = described('Service-Version')?.schema?.enum?.[0]
  const key = described('Idempotency-Key') ? idempotencyKeys : seldom(fc.uuid())
  const versions =
    typeof version === 'string' ? often(fc.constant(version)) : fc.constant(undefined)
  return fc.tuple(key, versions).map(([idempotencyKey, wanted]) => ({
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(wanted !== undefined && { 'Service-Version': wanted }),
  }))
}

function often<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(values, { nil: undefined, freq: 8 })
}

function seldom<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: values },
  )
}

const idempotencyKeys = fc.oneof(
  { weight: 8, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.constantFrom(undefined, 'again', '', 'a b', 'x'.repeat(129)) },
)

/** Mostly JSON of the right shape; sometimes text that is none. */
function bodies(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 30, arbitrary: valuesOf(schema).map((value) => JSON.stringify(value) ?? 'null') },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', '"text"', '{"a":1,"a":2}', '\ufeff{}') },
  )
}

function pathsOf(template: string, known: Known): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{[a-z_]+\}/g)].map(([name]) => name)
  const one = fc.oneof(
    { weight: 8, arbitrary: fc.nat().map((at) => known.ids[at % known.ids.length] ?? 'none') },
    { weight: 2, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom('0', '%00', '%2f', 'é', 'x'.repeat(300)) },
  )
  return fc
    .tuple(...names.map(() => one))
    .map((ids) => names.reduce((path, name, at) => path.replace(name, ids[at] ?? ''), template))
}

/** Parameters that are described, now and then odd, repeated, array-shaped or unknown. */
function queriesOf(parameters: readonly Schema[]): fc.Arbitrary<string> {
  const queried = parameters.filter((parameter) => parameter.in === 'query')
  const parts = queried.map(({ name, schema }) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant([]) },
      { weight: 6, arbitrary: valuesOf(schema).map((value) => [[name, value]]) },
      {
        weight: 1,
        arbitrary: oddValues.map((value) => [
          [name, value],
          [name, value],
        ]),
      },
      { weight: 1, arbitrary: fc.constant([[`${name}[]`, '1']]) },
    ),
  )
  const unknown = fc.constantFrom<string[][]>([], [], [], [], [], [], [], [['unknown', '1']])
  return fc.tuple(...parts, unknown).map((all) => {
    const pairs = all.flat() as [string, unknown][]
    const search = new URLSearchParams(
      pairs.map(([name, value]): [string, string] => [name, asText(value)]),
    )
    return pairs.length === 0 ? '' : `?${search.toString()}`
  })
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
