import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { given } from '#test/support/given.ts'
import { sharedService } from '#test/support/service.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import { samples } from './samples.ts'
import { describedRoutes, observe, type Sample } from './table.ts'

/** Whoever has the address of a link or a payment of it may read and pay it, without any key. */
const forEverybody = /^(?:GET|POST) \/v2\/payment-links\/\{id\}(?:$|\/(?!details$|close$))/

describe('each route that names something, with the keys of somebody else', () => {
  const service = given(() => sharedService())

  it('answers as if there were no such thing: to another merchant, and to its own in the other mode', async function () {
    this.timeout(300_000)
    const routes = (await describedRoutes(service, '/openapi.json')).filter(
      (route) => route.includes('{') && !forEverybody.test(route),
    )
    assert.ok(routes.length > 25, `${routes.length} routes`)
    for (const route of routes) {
      const tenant = await createTenant(service.database)
      const sample = await samples[route]?.({ service, tenant })
      assert.ok(sample?.params, `${route} has no sample that names something`)
      for (const [who, key] of await strangers(tenant)) {
        const foreign = await observe(service, route, { ...sample, key })
        const unknown = await observe(service, route, { ...nowhere(sample), key })
        assert.equal(foreign, unknown, `${who} ${route}`)
        assert.match(foreign, /^(?:404|403|501) /, `${who} ${route}`)
      }
      const own = await observe(service, route, { ...sample, key: tenant.keys.secret })
      assert.doesNotMatch(own, /^404 /, `${route}, for whose it is`)
    }
  })

  async function strangers({ serviceId }: Tenant): Promise<(readonly [string, string])[]> {
    const others = {
      'another merchant': await createTenant(service.database),
      'another merchant in live': await createTenant(service.database, { mode: 'live' }),
      'its own in live': await createTenant(service.database, { serviceId, mode: 'live' }),
    }
    return Object.entries(others).flatMap(([who, { keys }]) =>
      Object.entries(keys).map(([kind, key]) => [`${kind} key of ${who}`, key] as const),
    )
  }
})

/** The same request about what does not exist. */
function nowhere({ params = {}, ...sample }: Sample): Sample {
  const names = Object.keys(params)
  return { ...sample, params: Object.fromEntries(names.map((name) => [name, randomUUID()])) }
}
