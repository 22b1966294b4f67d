import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { addedVersion } from '#http/added-version.ts'
import { call, type Call } from '#test/support/call.ts'

/** What a good request to a route carries besides who asks. */
export interface Sample {
  /** Values of the placeholders of its address. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: object
}

/** Sends this body about what is made for it. */
export function about<Place>(make: (place: Place) => Promise<Sample>, body: object) {
  return async (place: Place): Promise<Sample> => ({ ...(await make(place)), body })
}

/** Addresses that answer 501, which no description names. */
export const reservedRoutes = {
  '/v2/refunds': { post: {} },
  '/v2/refunds/{id}': { get: {} },
} as const

/** The routes of a service, from a description of it: `GET /v2/session`. */
export async function describedRoutes(
  { baseUrl }: { readonly baseUrl: string },
  description: string,
): Promise<string[]> {
  const { paths } = (await (await fetch(baseUrl + description)).json()) as {
    readonly paths: Readonly<Record<string, object>>
  }
  const all = description === '/openapi.json' ? { ...paths, ...reservedRoutes } : paths
  return Object.entries(all).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

/** Routes that read an `Idempotency-Key`; those that make something else refuse one. */
const takesKey = /^POST .*\/(collections|payouts|checkouts|payment-links)$/

/** Status and code of a request to this route. */
export async function observe(
  service: { readonly baseUrl: string },
  route: string,
  { params = {}, query = '', body, key }: Sample & { readonly key: string | undefined },
): Promise<string> {
  const { status, json } = await call(service, {
    ...addressOf(route, params, query),
    headers: {
      ...(takesKey.test(route) && { 'Idempotency-Key': randomUUID() }),
      ...versionOf(route),
    },
    ...(key !== undefined && { key }),
    ...(body !== undefined && { body }),
  })
  return status < 400 ? String(status) : `${status} ${json.error.code}`
}

/** What a route answers to each caller, in the order of their names. */
export interface Answered {
  readonly route: string
  readonly answers: readonly string[]
}

/** The routes that answer the callers alike, under what they answer; the largest group first. */
export function groupsOf(callers: readonly string[], answered: readonly Answered[]): string {
  const groups = Map.groupBy(answered, ({ answers }) => answerLine(callers, answers))
  return [...groups]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([line, routes]) => `${line}\n\n${routes.map(({ route }) => `- \`${route}\``).join('\n')}`)
    .join('\n\n')
}

/** `**no key**: 401 missing_api_key; **secret, public**: 200` */
function answerLine(callers: readonly string[], answers: readonly string[]): string {
  const names = Map.groupBy(callers, (_, index) => answers[index] ?? '')
  return [...names].map(([answer, alike]) => `**${alike.join(', ')}**: ${answer}`).join('; ')
}

/** Fails when a page of `docs/` differs from what was observed; `WRITE_ROUTES=1` writes it. */
export async function holdPage(name: string, page: string): Promise<void> {
  const file = fileURLToPath(new URL(`../../docs/${name}`, import.meta.url))
  if (process.env['WRITE_ROUTES'] !== undefined) await writeFile(file, page)
  assert.equal(await readFile(file, 'utf8'), page)
}

/** The API of merchants is described in its newest version. */
function versionOf(route: string) {
  return route.includes(' /v2/') ? { 'Service-Version': addedVersion } : {}
}

function addressOf(
  route: string,
  params: Readonly<Record<string, string>>,
  query: string,
): Pick<Call, 'method' | 'path'> {
  const [method = '', template = ''] = route.split(' ')
  const path = template.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => params[name] ?? '')
  return { method, path: path + query }
}
