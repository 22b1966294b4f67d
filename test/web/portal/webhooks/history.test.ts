import assert from 'node:assert/strict'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { listActivity } from '#use-cases/audit/list.ts'
import { onPool } from '#db/sql.ts'
import type { DeliveryId, EndpointId } from '#domain/ids.ts'
import { attemptOnce, endOf, missAll } from '#test/use-cases/webhooks/deliveries.ts'
import { success } from '#test/support/ends.ts'
import type { Merchant } from '#test/support/books.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { searched } from '#test/support/typed-forms.ts'
import {
  createPortalMerchant,
  makePayment,
  type PortalMerchant,
  portalReader,
  type PortalReader,
} from '#test/support/portal.ts'

const path = '/portail/webhooks/livraisons'
const replays = '/portail/webhooks/renvois'

describe('the history of deliveries in the portal', () => {
  const api = given(() => sharedApiAlone())

  async function arrange(): Promise<Arranged> {
    const merchant = await createPortalMerchant(api.database)
    const endpointId = await addEndpoint(merchant.live, 'Boutique')
    return { merchant, endpointId, reader: await portalReader(api, merchant, 'developer') }
  }
  interface Arranged {
    readonly merchant: PortalMerchant
    readonly endpointId: EndpointId
    readonly reader: PortalReader
  }

  async function addEndpoint({ serviceEnvId }: Merchant, label: string): Promise<EndpointId> {
    const url = `https://${label.toLowerCase()}.example/hooks`
    const input = { url, label, events: ['*'], isEnabled: true }
    return (await createWebhookEndpoint(api.database, serviceEnvId, input)).endpoint.id
  }

  /** A paid payment, and its deliveries. */
  async function paid(place: Merchant, reference: string) {
    const transactionId = await makePayment(api.database, place, { reference, outcome: success })
    const rows = await onPool(api.database.pool).rows<{ id: DeliveryId }>(
      `select d.id from webhook_delivery d join event e on e.id = d.event_id
       where e.transaction_id = $1 order by d.endpoint_id`,
      [transactionId],
    )
    return { transactionId, ids: rows.map(({ id }) => id) }
  }

  it('lists 20 a page, newest first, each with its date, event, webhook, transaction, attempt, last code and status', async () => {
    const { merchant, reader } = await arrange()
    for (let count = 1; count <= 22; count += 1) await paid(merchant.live, `H-${count}`)
    const { ids } = await paid(merchant.live, 'H-last')
    await attemptOnce(api, ids[0] as DeliveryId, endOf('failed', { httpStatus: 503 }))
    const first = await reader.get(path)
    assert.equal(rowsOf(first.text).length, 20)
    const [row = ''] = rowsOf(first.text)
    for (const shown of [
      'Paiement réussi',
      'à l’instant',
      'Boutique',
      'H-last',
      '1\u00A0sur\u00A06',
      'HTTP 503',
      'Échouée',
    ]) {
      assert.ok(row.includes(shown), shown)
    }
    const older = /href="([^"]*suite=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = rowsOf((await reader.get(older)).text)
    assert.equal(second.length, 3)
    assert.ok(second.at(-1)?.includes('H-1<'))
    assert.equal((await reader.get(older.replace('suite=', 'suite=x'))).status, 422)
  })

  it('is filtered by status, webhook and transaction', async () => {
    const { merchant, reader, endpointId } = await arrange()
    const other = await addEndpoint(merchant.live, 'Compta')
    const one = await paid(merchant.live, 'F-1')
    const two = await paid(merchant.live, 'F-2')
    await attemptOnce(api, one.ids[0] as DeliveryId, 'delivered')
    await attemptOnce(api, two.ids[1] as DeliveryId, 'failed')
    const count = async (query: string) => rowsOf((await searched(reader, path, query)).text).length
    assert.equal(await count(''), 4)
    assert.equal(await count('statut=delivered'), 1)
    assert.equal(await count('statut=failed'), 1)
    assert.equal(await count('statut=pending'), 2)
    assert.equal(await count(`webhook=${endpointId}`), 2)
    assert.equal(await count(`webhook=${other}&statut=failed`), 1)
    assert.equal(await count(`q=${one.transactionId}`), 2)
    assert.equal(await count('q=F-2'), 2)
    for (const nothing of ['q=F-3', `q=${endpointId}`]) {
      assert.match((await searched(reader, path, nothing)).text, /Aucune livraison ne correspond/)
    }
  })

  it('tells of each the address called, date, duration, last error, answer, and the data without persons', async () => {
    const { merchant, reader } = await arrange()
    const { ids, transactionId } = await paid(merchant.live, 'D-1')
    const [id] = ids as [DeliveryId]
    await attemptOnce(
      api,
      id,
      endOf('failed', {
        httpStatus: 500,
        error: 'http_status',
        extract: '<b>oops</b>',
        durationMs: 182,
      }),
    )
    const { text } = await reader.get(`${path}/${id}`)
    for (const shown of [
      'https://boutique.example/hooks',
      '182\u00A0ms',
      'HTTP 500',
      'réponse autre que 2xx',
      '&lt;b>oops&lt;/b>',
      transactionId,
      '22901••••0042',
      'Éléonore A.',
      'essai 1 sur 6',
      'Prochain essai',
      id,
    ]) {
      assert.ok(text.includes(shown), shown)
    }
    for (const person of ['2290196000042', 'Adjavon', '<b>oops'])
      assert.ok(!text.includes(person), person)
    await attemptOnce(api, id, 'delivered')
    const delivered = (await reader.get(`${path}/${id}`)).text
    assert.match(delivered, /<dt>Livrée<\/dt>/)
    assert.ok(!delivered.includes('Relancer maintenant'))
    assert.match(
      (await reader.get(`/portail/transactions/${transactionId}`)).text,
      new RegExp(`${path}/${id}`),
    )
  })

  it('retries an abandoned delivery after the password, once, and says so in the activity log', async () => {
    const { merchant, reader } = await arrange()
    const { ids } = await paid(merchant.live, 'R-1')
    const [id] = ids as [DeliveryId]
    const at = `${path}/${id}`
    assert.ok(!(await reader.get(at)).text.includes('Relancer maintenant'))
    await missAll(api, id)
    assert.equal((await reader.send(at, { password: 'faux' }, `${at}/relancer`)).status, 422)
    assert.equal((await reader.send(at, {}, `${at}/relancer`)).location, at)
    const again = await reader.send(
      `${path}`,
      { form_id: crypto.randomUUID(), place: merchant.live.serviceEnvId },
      `${at}/relancer`,
    )
    assert.equal(again.status, 422)
    assert.match(again.text, /ne peut pas être relancée/)
    const [second, first] = await listActivity(api.database, merchant.merchantId, { limit: 2 })
    assert.deepEqual(
      [first?.act, first?.outcome, first?.subject?.id, second?.outcome],
      ['webhook_delivery.retry', 'done', id, 'delivery_not_retryable'],
    )
    await attemptOnce(api, id, 'abandoned')
    assert.match((await reader.get(at)).text, /Non reçu \(HTTP 500\), relance/)
  })

  it('hurries the schedule along in test mode alone', async () => {
    const { merchant, reader } = await arrange()
    await addEndpoint(merchant.test, 'Essais')
    const live = await paid(merchant.live, 'A-1')
    const [liveId] = live.ids as [DeliveryId]
    await attemptOnce(api, liveId, 'failed')
    assert.match((await reader.get(`${path}/${liveId}`)).text, /Relancer maintenant/)
    const refused = await reader.send(`${path}/${liveId}`, {}, `${path}/${liveId}/avancer`)
    assert.equal(refused.status, 404)
    await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
    const { ids } = await paid(merchant.test, 'A-2')
    const [id] = ids as [DeliveryId]
    await attemptOnce(api, id, 'failed')
    const at = `${path}/${id}`
    assert.match((await reader.get(at)).text, /Passer au prochain essai/)
    assert.equal((await reader.send(at, {}, `${at}/avancer`)).location, at)
    assert.equal((await attemptOnce(api, id, 'delivered')).number, 2)
  })

  it('is looked at by collaborators, who retry nothing; of others and the other mode nothing is found', async () => {
    const { merchant } = await arrange()
    const { ids } = await paid(merchant.live, 'C-1')
    const [id] = ids as [DeliveryId]
    await missAll(api, id)
    const collaborator = await portalReader(api, merchant, 'collaborator')
    const page = await collaborator.get(`${path}/${id}`)
    assert.ok(page.status === 200 && !page.text.includes('Relancer'))
    for (const act of ['relancer', 'avancer']) {
      assert.equal((await collaborator.send(path, {}, `${path}/${id}/${act}`)).status, 403)
    }
    assert.equal((await collaborator.send(replays, {}, replays)).status, 403)
    const stranger = await portalReader(api, await createPortalMerchant(api.database))
    for (const address of [`${path}/${id}`, `${path}/rien`, `${replays}/rien`]) {
      assert.equal((await stranger.get(address)).status, 404, address)
    }
    await collaborator.post('/portail/service', { vers: merchant.test.serviceEnvId })
    assert.equal((await collaborator.get(`${path}/${id}`)).status, 404)
  })

  it('is said to be unavailable while it does not answer, and the settings go on', async function () {
    this.timeout(30_000)
    const { merchant, reader, endpointId } = await arrange()
    await paid(merchant.live, 'U-1')
    const holder = await api.database.pool.connect()
    try {
      await holder.query(
        'begin; set local idle_in_transaction_session_timeout = 0; lock table webhook_delivery in access exclusive mode',
      )
      const pages = ['/portail/webhooks', `/portail/webhooks/${endpointId}`, path]
      const answers = await Promise.all(pages.map((page) => reader.get(page)))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 503],
      )
      for (const { text } of answers) assert.match(text, /Historique indisponible/)
      const at = `/portail/webhooks/${endpointId}/modifier`
      const changed = { adresse: 'https://boutique.example/2', libelle: 'Boutique', portee: 'tout' }
      assert.equal((await reader.send(at, changed)).status, 303)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    assert.match((await reader.get(path)).text, /U-1/)
  })

  describe('sends once more what was missed', () => {
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

    it('since a day: the replay is begun, followed and stopped', async () => {
      const { merchant, reader, endpointId } = await arrange()
      const { ids } = await paid(merchant.live, 'B-1')
      await missAll(api, ids[0] as DeliveryId)
      const begun = await reader.send(replays, { depuis: today, webhook: endpointId })
      const at = begun.location ?? ''
      assert.match(at, /^\/portail\/webhooks\/renvois\/[0-9a-f-]{36}$/)
      const page = (await reader.get(at)).text
      assert.match(page, /0 sur 1/)
      assert.match(page, /hx-get/)
      const second = await reader.send(replays, { depuis: today })
      assert.equal(second.status, 422)
      assert.match(second.text, /déjà en cours/)
      assert.equal((await reader.send(at, {}, `${at}/arreter`)).location, at)
      const stopped = (await reader.get(at)).text
      assert.match(stopped, /Arrêté/)
      assert.ok(!stopped.includes('hx-get'))
      assert.match((await reader.get(replays)).text, /Derniers renvois/)
    })

    it('but not where nothing was, nor since a day to come or long ago', async () => {
      const { reader } = await arrange()
      const cases = {
        [today]: /Aucune livraison échouée ou abandonnée/,
        '2999-01-01': /un jour des 30 derniers/,
        '2020-01-01': /un jour des 30 derniers/,
        demain: /un jour des 30 derniers/,
      }
      for (const [depuis, sentence] of Object.entries(cases)) {
        const refused = await reader.send(replays, { depuis })
        assert.equal(refused.status, 422)
        assert.match(refused.text, sentence)
      }
    })
  })
})

function rowsOf(page: string): string[] {
  const body = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(page)?.[1] ?? ''
  return body.split('</tr>').slice(0, -1)
}
