import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { call, type Call } from '#test/support/call.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { samples } from './samples.ts'

const file = fileURLToPath(new URL('../../docs/routes.md', import.meta.url))
const callers = ['none', 'secret', 'public', 'terminal', 'session'] as const

describe('each route with each kind of key', () => {
  let service: TestService
  before(async () => (service = await startTestService()))
  after(() => service?.stop())

  it('is answered as docs/routes.md says (`WRITE_ROUTES=1` writes what was observed)', async function () {
    this.timeout(180_000)
    const rows: string[] = []
    for (const route of await described(service)) {
      const cells: string[] = []
      for (const caller of callers) cells.push(await observed(service, route, caller))
      rows.push(`| \`${route}\` | ${cells.join(' | ')} |`)
    }
    const page = pageOf(rows)
    if (process.env['WRITE_ROUTES'] !== undefined) await writeFile(file, page)
    assert.equal(await readFile(file, 'utf8'), page)
  })
})

/** The routes of the service, from its own description: `GET /v2/session`. */
async function described({ baseUrl }: TestService): Promise<string[]> {
  const { paths } = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, object>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

/** Status and code of a good request to the route by this caller, on a merchant of its own. */
async function observed(
  service: TestService,
  route: string,
  caller: (typeof callers)[number],
): Promise<string> {
  const make = samples[route]
  assert.ok(make, `${route} has no sample in test/route-table/samples.ts`)
  const tenant = await createTenant(service.database)
  const { params = {}, query = '', body } = await make({ service, tenant })
  const { status, json } = await call(service, {
    ...addressOf(route, params, query),
    headers: { 'Idempotency-Key': randomUUID() },
    ...(caller !== 'none' && { key: tenant.keys[caller] }),
    ...(body !== undefined && { body }),
  })
  return status < 400 ? String(status) : `${status} ${json.error.code}`
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

function pageOf(rows: readonly string[]): string {
  return `# Routes and keys

Each route with each kind of key in sandbox, asked for something of the key's own merchant: status and code as observed by
[test/route-table](../test/route-table/route-table.test.ts), which fails when an answer differs from this page.

| route | no key | secret | public | terminal | session |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}
