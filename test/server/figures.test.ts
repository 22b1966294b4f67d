import assert from 'node:assert/strict'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('the figures of the API', () => {
  let api: ApiAlone | undefined

  afterEach(() => api?.stop())

  const statusOf = async (port: string, path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).status

  it('stand on a port of their own where one is set, and no more on the public one', async () => {
    api = await startApiAlone({}, { apiMetricsPort: 0 })
    const inner = String(api.metricsPort)
    const { port } = new URL(api.baseUrl)
    const figures = await fetch(`http://127.0.0.1:${inner}/metrics`)
    assert.equal(figures.status, 200)
    assert.match(await figures.text(), /^# HELP /m)
    for (const path of ['/healthz', '/readyz']) {
      assert.equal(await statusOf(inner, path), 200, path)
      assert.equal(await statusOf(port, path), 200, path)
    }
    assert.equal(await statusOf(port, '/metrics'), 404)
    for (const path of ['/v2/session', '/docs']) assert.equal(await statusOf(inner, path), 404)
  })

  it('are not public in production, whatever is set', async () => {
    api = await startApiAlone({}, { isProduction: true })
    assert.equal(await statusOf(new URL(api.baseUrl).port, '/metrics'), 404)
  })

  it('and documents, files and addresses where nothing is are limited by address, health is not', async () => {
    api = await startApiAlone({}, { rateLimitIpPerMinute: 5 })
    const { port } = new URL(api.baseUrl)
    const seen = new Map<string, number[]>()
    for (let round = 0; round < 8; round += 1) {
      for (const path of ['/openapi.json', '/docs', '/nowhere', '/healthz', '/readyz']) {
        seen.set(path, [...(seen.get(path) ?? []), await statusOf(port, path)])
      }
    }
    for (const path of ['/openapi.json', '/docs', '/nowhere']) {
      assert.equal(seen.get(path)?.at(-1), 429, path)
    }
    for (const path of ['/healthz', '/readyz']) {
      assert.deepEqual(new Set(seen.get(path)), new Set([200]), path)
    }
    const { keys } = await createTenant(api.database)
    const headers = { Authorization: `Bearer ${keys.secret}` }
    assert.equal((await fetch(`${api.baseUrl}/v2/session`, { headers })).status, 200)
  })
})
