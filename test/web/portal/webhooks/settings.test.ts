import assert from 'node:assert/strict'
import { listActivity } from '#use-cases/audit/list.ts'
import { listEndpoints } from '#use-cases/webhooks/find-endpoints.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import {
  createPortalMerchant,
  makePayment,
  type PortalMerchant,
  portalReader,
  type PortalReader,
} from '#test/support/portal.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { outboxOf } from '#test/support/paid.ts'
import { success } from '#test/support/ends.ts'

const path = '/portail/webhooks'
const added = { adresse: 'https://boutique.example/hooks', libelle: 'Boutique', portee: 'tout' }
type Role = 'owner' | 'administrator' | 'developer' | 'collaborator'

describe('webhooks in the portal', () => {
  const api = given(() => sharedApiAlone())

  const place = async (role: Role = 'developer') => {
    const merchant = await createPortalMerchant(api.database)
    return { merchant, reader: await portalReader(api, merchant, role) }
  }
  const add = (reader: PortalReader, changes: Readonly<Record<string, string>> = {}) =>
    reader.send(`${path}/nouveau`, { ...added, ...changes })
  const ofLive = async ({ live }: PortalMerchant) => listEndpoints(api.database, live.serviceEnvId)
  const arrange = async (role: Role = 'developer') => {
    const arranged = await place(role)
    const secret = secretIn((await add(arranged.reader)).text)
    const [endpoint] = await ofLive(arranged.merchant)
    assert.ok(endpoint)
    return { ...arranged, secret, endpoint, at: `${path}/${endpoint.id}` }
  }

  it('are added after the password; the secret is shown this once, with how to verify a signature', async () => {
    const { merchant, reader } = await place()
    assert.match((await reader.get(path)).text, /Aucun webhook pour l’instant/)
    const made = await add(reader)
    const secret = secretIn(made.text)
    assert.match(secret, /^[0-9a-f-]{36}$/)
    assert.match(made.text, /createHmac/)
    const endpoints = await ofLive(merchant)
    assert.deepEqual(
      endpoints.map(({ url, label, allEvents, status, secretLast4 }) => [
        [url, label, allEvents, status],
        secretLast4,
      ]),
      [[[added.adresse, added.libelle, true, 'enabled'], secret.slice(-4)]],
    )
    for (const page of [path, `${path}/${endpoints[0]?.id}`]) {
      const { text } = await reader.get(page)
      assert.ok(text.includes(added.libelle) && !text.includes(secret))
    }
  })

  it('want chosen events, by group, or all of them', async () => {
    const { merchant, reader } = await place()
    const { text } = await reader.get(`${path}/nouveau`)
    for (const group of ['Paiements', 'Retraits et virements', 'Remboursements', 'Fonds']) {
      assert.ok(text.includes(`>${group}</legend>`), group)
    }
    assert.ok(!text.includes('test.ping'))
    const choice = { portee: 'choix', 'payment.success': 'oui', 'refund.failed': 'oui' }
    await add(reader, choice)
    assert.deepEqual((await ofLive(merchant))[0]?.events, ['payment.success', 'refund.failed'])
    const none = await add(reader, { portee: 'choix' })
    assert.equal(none.status, 422)
    assert.match(none.text, /Cochez au moins un événement/)
  })

  const refused = {
    'http://boutique.example/hooks': /https:\/\//,
    'https://user:secret@boutique.example/': /Retirez le nom et le mot de passe/,
    'https://10.0.0.8/hooks': /privée ou locale/,
    'https://localhost/hooks': /privée ou locale/,
    'https://boutique.example:80/hooks': /port 443/,
    boutique: /https:\/\//,
  }
  it('have addresses that the API would take as well, and what was typed comes back', async () => {
    const { merchant, reader } = await place()
    for (const [adresse, sentence] of Object.entries(refused)) {
      const answer = await add(reader, { adresse })
      assert.equal(answer.status, 422, adresse)
      assert.match(answer.text, sentence)
      assert.ok(answer.text.includes('value="Boutique"'))
    }
    assert.deepEqual(await ofLive(merchant), [])
  })

  it('are five at most in a mode', async () => {
    const { reader } = await place()
    for (let count = 0; count < 5; count += 1) assert.equal((await add(reader)).status, 200)
    const sixth = await add(reader)
    assert.equal(sixth.status, 422)
    assert.match(sixth.text, /nombre maximal de webhooks/)
    const { text } = await reader.get(path)
    assert.match(text, /Cinq webhooks par mode/)
    assert.ok(!text.includes(`href="${path}/nouveau"`))
  })

  it('are modified, disabled, enabled and deleted; each stands in the activity log', async () => {
    const { merchant, reader, at, endpoint } = await arrange()
    const changed = { adresse: 'https://new.example/', libelle: '', portee: 'tout' }
    assert.equal((await reader.send(`${at}/modifier`, changed)).location, at)
    await reader.send(`${at}/etat`, { etat: 'disabled' })
    const [disabled] = await ofLive(merchant)
    assert.deepEqual(
      [disabled?.url, disabled?.label, disabled?.status],
      ['https://new.example/', null, 'disabled'],
    )
    assert.match((await reader.get(at)).text, /ne reçoit rien tant qu’il est désactivé/)
    const refusedTest = await reader.send(`${at}/test`, { type: 'test.ping' })
    assert.equal(refusedTest.status, 422)
    assert.match(refusedTest.text, /Ce webhook est désactivé/)
    await reader.send(`${at}/etat`, { etat: 'enabled' })
    assert.equal((await ofLive(merchant))[0]?.status, 'enabled')
    assert.equal((await reader.send(`${at}/supprimer`, {})).location, path)
    assert.deepEqual(await ofLive(merchant), [])
    assert.equal((await reader.get(at)).status, 404)
    const lines = await listActivity(api.database, merchant.merchantId, { limit: 6 })
    assert.deepEqual(
      lines.map(({ act, outcome }) => [act, outcome]),
      [
        ['webhook.delete', 'done'],
        ['webhook.enable', 'done'],
        ['webhook.test', 'webhook_disabled'],
        ['webhook.disable', 'done'],
        ['webhook.change', 'done'],
        ['webhook.create', 'done'],
      ],
    )
    assert.ok(lines.slice(0, -1).every(({ subject }) => subject?.id === endpoint.id))
  })

  it('get a new secret after the password, shown once', async () => {
    const { merchant, reader, at, secret } = await arrange()
    assert.match((await reader.get(`${at}/secret`)).text, /<select[^>]* name="effet"/)
    const renewed = secretIn((await reader.send(`${at}/secret`, { effet: 'now' })).text)
    assert.match(renewed, /^[0-9a-f-]{36}$/)
    assert.notEqual(renewed, secret)
    assert.equal((await ofLive(merchant))[0]?.secretLast4, renewed.slice(-4))
    const log = await listActivity(api.database, merchant.merchantId, { limit: 10 })
    for (const known of [secret, renewed]) assert.ok(!JSON.stringify(log).includes(known))
  })

  it('send a test, which leads to its delivery; the sixth of an hour is refused', async () => {
    const { reader, at } = await arrange()
    const sent = await reader.send(`${at}/test`, { type: 'payment.success' })
    assert.match(sent.location ?? '', /^\/portail\/webhooks\/livraisons\/[0-9a-f-]{36}$/)
    const page = await reader.get(sent.location ?? '')
    assert.match(page.text, /Test, sans transaction/)
    for (let count = 2; count <= 5; count += 1) {
      assert.equal((await reader.send(`${at}/test`, { type: 'test.ping' })).status, 303)
    }
    const sixth = await reader.send(`${at}/test`, { type: 'test.ping' })
    assert.equal(sixth.status, 422)
    assert.match(sixth.text, /Réessayez dans \d+ minutes/)
    assert.equal((await reader.send(`${at}/test`, { type: 'unknown' })).status, 400)
  })

  it('are only looked at by collaborators, and written by owner, administrators and developers', async () => {
    const { merchant, at } = await arrange('owner')
    const collaborator = await portalReader(api, merchant, 'collaborator')
    const list = await collaborator.get(path)
    assert.ok(list.status === 200 && !list.text.includes('/nouveau'))
    const one = await collaborator.get(at)
    assert.ok(one.status === 200 && !one.text.includes('Supprimer'))
    for (const act of ['modifier', 'etat', 'secret', 'supprimer', 'test']) {
      assert.equal((await collaborator.get(`${at}/${act}`)).status, 403)
      assert.equal((await collaborator.send(at, {}, `${at}/${act}`)).status, 403, act)
    }
    assert.equal((await collaborator.send(path, added, `${path}/nouveau`)).status, 403)
    const administrator = await portalReader(api, merchant, 'administrator')
    assert.equal((await administrator.get(`${at}/secret`)).status, 200)
  })

  it('of another merchant, or of the other mode, are not found', async () => {
    const { merchant, reader, at } = await arrange()
    const stranger = await place()
    for (const act of ['', '/modifier', '/secret', '/supprimer', '/test']) {
      assert.equal((await stranger.reader.get(`${at}${act}`)).status, 404, act)
    }
    const { test } = merchant
    await reader.post('/portail/service', { vers: test.serviceEnvId })
    assert.equal((await reader.get(at)).status, 404)
    assert.match((await reader.get(path)).text, /Aucun webhook/)
  })

  it('show how much of the last day was received, and what was missed last', async () => {
    const { merchant, reader, at } = await arrange()
    const outbox = outboxOf(api.database)
    for (const reference of ['H-1', 'H-2', 'H-3', 'H-4']) {
      const transactionId = await makePayment(api.database, merchant.live, { reference })
      await settleTransaction(api.database, outbox, { transactionId, outcome: success })
    }
    await api.database.pool.query(
      `update webhook_delivery set status = case when id = (select max(id::text)::uuid from webhook_delivery
           where service_env_id = $1) then 'abandoned' else 'delivered' end,
         last_error = 'timeout', completed_at = now(), next_attempt_at = null where service_env_id = $1`,
      [merchant.live.serviceEnvId],
    )
    for (const page of [path, at]) {
      const { text } = await reader.get(page)
      assert.match(text, /75\u00A0% livrés/)
      assert.match(text, /pas de réponse en 10 secondes/)
      assert.match(text, /Actif</)
    }
  })

  it('that received nothing of what was sent are not called active', async () => {
    const { merchant, reader, at } = await arrange()
    await makePayment(api.database, merchant.live, { reference: 'N-1', outcome: success })
    await api.database.pool.query(
      `update webhook_delivery set status = 'abandoned', last_error = 'timeout', completed_at = now(), next_attempt_at = null
       where service_env_id = $1`,
      [merchant.live.serviceEnvId],
    )
    for (const page of [path, at]) {
      const { text } = await reader.get(page)
      assert.match(text, /Ne reçoit rien</)
      assert.doesNotMatch(text, /Actif</)
    }
  })
})

function secretIn(page: string): string {
  return /<code class="secret">([^<]+)<\/code>/.exec(page)?.[1] ?? ''
}
