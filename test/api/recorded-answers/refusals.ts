import { randomUUID } from 'node:crypto'
import type { Sample } from '#test/route-table/table.ts'
import type { Request } from './ask.ts'
import { type Described, pathOf } from './description.ts'

/** A request that something is wrong with. */
export interface Wrong extends Omit<Request, 'key'> {
  readonly about: string
}

const tooLong = 'x'.repeat(700)
const tooLarge = `{"note":"${'x'.repeat(33_000)}"}`

/** Requests to a route that are refused whatever the route is, all but for one thing like the sample. */
export function wrongRequests(described: Described, sample: Sample): Wrong[] {
  const { method, template } = described
  const path = pathOf(template, sample.params) + (sample.query ?? '')
  const good = { method, path, body: sample.body }
  const isBodied = method === 'POST' || method === 'PATCH'
  return [
    ...wrongAddresses(described, sample),
    ...wrongQueries(described, sample),
    ...(isBodied ? [...wrongFormats(good), ...wrongFields(good, described)] : []),
    { ...good, about: 'another method', method: 'PUT' },
    { about: 'preflight', path, method: 'OPTIONS', headers: preflight },
    ...(method === 'GET' ? [{ ...good, about: 'head', method: 'HEAD' }] : []),
  ]
}

const preflight = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' }

function wrongAddresses({ method, template }: Described, { params, body }: Sample): Wrong[] {
  return [...template.matchAll(/\{([a-z_]+)\}/g)].flatMap(([, name = '']) => [
    {
      about: `${name} of nobody`,
      method,
      body,
      path: pathOf(template, { ...params, [name]: randomUUID() }),
    },
    { about: `${name} no id`, method, body, path: pathOf(template, { ...params, [name]: 'rien' }) },
  ])
}

function wrongQueries({ method, template, query }: Described, { params, body }: Sample): Wrong[] {
  const path = pathOf(template, params)
  const first = query[0] ?? 'a'
  const searches = {
    'query unknown': '?surprise=1',
    'query wrong': `?${query.map((name) => `${name}=%3F`).join('&')}`,
    'query twice': `?${first}=1&${first}=2`,
    ...(query.includes('cursor') && { 'cursor forged': '?cursor=abc.def', 'limit 0': '?limit=0' }),
  }
  return Object.entries(searches)
    .filter(([, search]) => search !== '?')
    .map(([about, search]) => ({ about, method, body, path: path + search }))
}

type Good = Omit<Wrong, 'about'>

function wrongFormats(good: Good): Wrong[] {
  return [
    { ...good, about: 'JSON broken', body: '{"amount":' },
    { ...good, about: 'JSON no object', body: '[]' },
    { ...good, about: 'JSON field twice', body: '{"amount":1,"amount":2}' },
    { ...good, about: 'body as text', body: '{}', headers: { 'Content-Type': 'text/plain' } },
    { ...good, about: 'body compressed', body: '{}', headers: { 'Content-Encoding': 'gzip' } },
    { ...good, about: 'body too large', body: tooLarge },
    { ...good, about: 'no body', body: undefined },
    { ...good, about: 'no idempotency key', headers: { 'Idempotency-Key': '' } },
    { ...good, about: 'idempotency key too long', headers: { 'Idempotency-Key': tooLong } },
  ]
}

function wrongFields(good: Good, { body: fields }: Described): Wrong[] {
  const all = (value: unknown) => Object.fromEntries(fields.map((name) => [name, value]))
  const wrongs: Wrong[] = [
    { ...good, about: 'body empty', body: {} },
    { ...good, about: 'field unknown', body: { ...(good.body as object), surprise: 1 } },
  ]
  if (fields.length === 0) return wrongs
  return [
    ...wrongs,
    { ...good, about: 'fields of another type', body: all([false]) },
    { ...good, about: 'fields null', body: all(null) },
    { ...good, about: 'fields too long', body: all(tooLong) },
    { ...good, about: 'fields negative', body: all(-1.005) },
  ]
}
