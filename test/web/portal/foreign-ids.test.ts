import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { password } from '#test/support/people.ts'
import { pagesOf } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { createLink } from '#test/support/payment-links.ts'
import { createPortalMerchant, portalReader, type PortalReader } from '#test/support/portal.ts'
import { sharedService } from '#test/support/service.ts'
import { insiderScene } from '#test/insider/scene.ts'

describe('the pages of the portal that name something', function () {
  this.timeout(300_000)
  const service = given(() => sharedService())

  const paths = (method: 'GET' | 'POST') =>
    pagesOf(method)
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/portail/') && path.includes(':'))

  it('answer as if it were not there when it is another merchant’s, whatever is read or sent', async () => {
    const { database } = service
    const scene = await insiderScene(service, { realm: 'portal', role: 'owner' })
    const terminal = { type: 'pos', label: 'x', pointOfSale: null } as const
    const device = { serialNumber: null, deviceType: null }
    const { live } = scene
    const made = await createTerminal(database, live.serviceEnvId, { ...terminal, ...device })
    const hook = { url: 'https://shop.example/hook', label: null, events: ['*'], isEnabled: true }
    const { endpoint } = await createWebhookEndpoint(database, live.serviceEnvId, hook)
    const link = await createLink(database, live)
    const ids = [...scene.ids, made.terminal.id, endpoint.id, link.id]
    const stranger = await portalReader(service, await createPortalMerchant(database), 'owner')
    const own = await portalReader(service, scene, 'administrator')
    const form = await stranger.formOf('/portail/terminaux/nouveau')
    assert.notEqual(form['place'], '')
    let opened = 0
    for (const method of ['GET', 'POST'] as const) {
      for (const path of paths(method)) {
        const unknown = await statusOf(stranger, [method, path, randomUUID()], form)
        assert.doesNotMatch(unknown, /^(?:200|4(?:00|03|13|29)|5)/, `${method} ${path}`)
        for (const id of ids) {
          const foreign = await statusOf(stranger, [method, path, id], form)
          assert.equal(foreign, unknown, `${method} ${path} ${id}`)
          if (method === 'GET' && foreign !== (await statusOf(own, [method, path, id]))) opened += 1
        }
      }
    }
    assert.ok(opened > 10, `${opened} pages are there for whose it is`)
  })
})

type Asked = readonly [method: 'GET' | 'POST', path: string, id: string]

/** A form with all that a write needs, so that it is the id that decides. */
async function statusOf(
  reader: PortalReader,
  [method, path, id]: Asked,
  form: Readonly<Record<string, string>> = {},
): Promise<string> {
  const address = path.replaceAll(/:\w+/g, id)
  const fields = { ...form, form_id: randomUUID(), password }
  const sent = method === 'GET' ? reader.get(address) : reader.post(address, fields)
  const { status, location } = await sent
  return `${status} ${location?.replaceAll(id, 'id') ?? ''}`
}
