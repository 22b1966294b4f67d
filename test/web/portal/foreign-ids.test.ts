import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { portalRoles } from '#domain/people/portal-roles.ts'
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
  this.timeout(600_000)
  const service = given(() => sharedService())

  const named = (['GET', 'POST'] as const).flatMap((method) =>
    pagesOf(method)
      .map(({ path }) => [method, path] as const)
      .filter(([, path]) => path.startsWith('/portail/') && path.includes(':')),
  )

  it('answer as if it were not there when it is another merchant’s, whatever is read or sent, and by which role', async () => {
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
    const [, , account = '', payment = '', refund = ''] = scene.ids
    const colleague = scene.ids.at(-6) ?? ''
    const kinds = [account, payment, refund, colleague, made.terminal.id, endpoint.id, link.id]
    const elsewhere = await createPortalMerchant(database)
    const own = await portalReader(service, scene, 'administrator')
    for (const role of portalRoles) {
      const stranger = await portalReader(service, elsewhere, role)
      // An owner is refused nothing for their role; of the others one id of each kind says the same.
      await answersAsUnknown(stranger, named, role === 'owner' ? ids : kinds)
    }
    const opened = await openedBy(own, named, ids)
    assert.ok(opened > 10, `${opened} pages are there for whose it is`)
  })
})

type Named = readonly [method: 'GET' | 'POST', path: string]
type Asked = readonly [method: 'GET' | 'POST', path: string, id: string]

/** What is another merchant's is answered as what is not there. */
async function answersAsUnknown(
  stranger: PortalReader,
  named: readonly Named[],
  ids: readonly string[],
): Promise<void> {
  const form = await stranger.formOf('/portail/encaisser')
  assert.notEqual(form['place'], '')
  const { role } = stranger.user
  const never = role === 'owner' ? /^(?:200|4(?:00|03|13|29)|5)/ : /^(?:200|4(?:00|13|29)|5)/
  for (const [method, path] of named) {
    const asked = `${role} ${method} ${path}`
    const unknown = await statusOf(stranger, [method, path, randomUUID()], form)
    assert.doesNotMatch(unknown, never, asked)
    for (const id of ids)
      assert.equal(await statusOf(stranger, [method, path, id], form), unknown, `${asked} ${id}`)
  }
}

/** How many of the pages are there for somebody whose they are. */
async function openedBy(own: PortalReader, named: readonly Named[], ids: readonly string[]) {
  let opened = 0
  for (const [method, path] of named.filter(([each]) => each === 'GET'))
    for (const id of ids)
      if ((await statusOf(own, [method, path, id])).startsWith('200')) opened += 1
  return opened
}

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
