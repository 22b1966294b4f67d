import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { onPool } from '#db/sql.ts'
import type { DeliveryId, EventId, MerchantId } from '#domain/ids.ts'
import { announceListener } from '#use-cases/webhooks/announce-listener.ts'
import { recordListenerResults } from '#use-cases/webhooks/record-listener-results.ts'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { abandonCopies } from '#test/use-cases/webhooks/deliveries.ts'
import {
  header,
  open as openLetter,
  startWebhookScene,
  type WebhookScene,
} from '#test/journeys/webhook-scene.ts'
import { looks, needBrowser, openFromMenu, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { createPortalUser, password } from '#test/support/people.ts'
import { submitLogIn } from '#test/support/portal-visit.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

describe('webhooks in a browser', function () {
  this.timeout(240_000)
  before(needsOpenssl)
  before(needBrowser)
  let scene: WebhookScene
  before(async () => (scene = await startWebhookScene({})))
  after(async () => {
    if (scene) assert.deepEqual(await checkInvariants(scene.database), [])
    await scene?.stop()
  })

  async function merchant(): Promise<{ readonly tenant: Tenant; readonly email: string }> {
    const tenant = await createTenant(scene.database)
    const { id: merchantId } = await onPool(scene.database.pool).one<{ id: MerchantId }>(
      `update service set public_name = 'Tissus Ọlájùmọ̀kẹ́ & Filles' where id = $1 returning merchant_id as id`,
      [tenant.serviceId],
    )
    const { email } = await createPortalUser(scene.database, { merchantId, role: 'developer' })
    return { tenant, email }
  }

  /** A developer's machine that was passed the event of this payment, and was not there. */
  async function listened({ serviceEnvId }: Tenant, transactionId: string): Promise<void> {
    const { database } = scene
    const { eventId } = await onPool(database.pool).one<{ eventId: EventId }>(
      'select id as "eventId" from event where transaction_id = $1 limit 1',
      [transactionId],
    )
    const { id } = await announceListener(database, { serviceEnvId, label: 'Poste de Koffi' })
    const answer = {
      httpStatus: null,
      error: 'connection_failed',
      durationMs: 3,
      tries: 4,
    } as const
    const results = [{ eventId, ...answer, forwardedAt: new Date() }]
    await recordListenerResults(database, { serviceEnvId, id, results })
  }

  const send = async (page: Page, button: string) => {
    await page.fill('main [name=password]', password)
    await page.click(`main button:has-text("${button}")`)
  }

  for (const look of looks) {
    it(`are added, tested, found failing, retried until they receive, and given what they missed: ${look.name}`, async () => {
      const { tenant, email } = await merchant()
      const path = `/boutique-${look.name}`
      const { page, open, check, close } = await visit(look)
      await open(`${scene.baseUrl}/portail/connexion?next=/portail/webhooks`)
      await submitLogIn(page, email)
      await check('webhooks-aucun', 'text=Aucun webhook pour l’instant')
      await page.click('main >> text=Ajouter un webhook')
      await check('webhooks-nouveau', '[name=adresse]')
      await page.fill('[name=adresse]', 'https://10.0.0.8/hooks')
      await page.fill('[name=libelle]', 'Boutique en ligne')
      await page.click('text=Choisir les événements')
      await send(page, 'Ajouter le webhook')
      await check('webhooks-adresse-refusee', '[role=alert]')
      await page.fill('[name=adresse]', scene.urlOf(path))
      await send(page, 'Ajouter le webhook')
      const secret = await page.textContent('code.secret')
      await check('webhooks-secret')

      await page.click('main >> text=Envoyer un test')
      await check('webhooks-test', '[name=type]')
      await send(page, 'Envoyer le test')
      await check('webhooks-test-livre', '#etat >> text=Livrée')

      scene.troubles.set(path, [503])
      const { id, reference } = await scene.pay(tenant)
      await scene.arrived(path, 2)
      await openFromMenu(page, 'Webhooks')
      await page.click('main >> text=Historique des livraisons')
      await check('webhooks-historique', `text=${reference}`)
      await page.click('main >> text=Paiement réussi')
      await page.waitForSelector('#etat >> text=Échouée')
      await check('webhooks-livraison-echouee', 'text=réponse autre que 2xx')
      await send(page, 'Essayer maintenant')
      await check('webhooks-livraison-livree', '#etat >> text=Livrée')
      const [, first, second] = scene.requestsTo(path)
      assert.deepEqual([header(first, 'attempt'), header(second, 'attempt')], ['1', '2'])
      assert.equal(header(second, 'delivery'), header(first, 'delivery'))
      assert.equal((await openLetter(second, secret ?? '')).data['transactionId'], id)

      await abandonCopies(scene.database, header(first, 'delivery') as DeliveryId, 60)
      await openFromMenu(page, 'Webhooks')
      await check('webhooks-liste')
      await page.click('main >> text=Relancer les envois échoués')
      const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
      await page.fill('[name=depuis]', day)
      await check('webhooks-renvoi')
      await send(page, 'Tout renvoyer')
      await check('webhooks-renvoi-en-cours', 'progress')
      await check('webhooks-renvoi-termine', '#etat >> text=Terminé')
      await openFromMenu(page, 'Webhooks')
      await page.click('main >> text=Boutique en ligne')
      await check('webhooks-un', 'text=Dernières livraisons')
      const one = page.url()
      for (const act of ['modifier', 'etat', 'secret', 'test']) {
        await open(`${one}/${act}`)
        await check(`webhooks-${act}`)
      }

      await listened(tenant, id)
      await openFromMenu(page, 'Webhooks')
      await page.click('main >> text=Poste de Koffi')
      await check('webhooks-ecoute', 'text=connexion impossible')

      await open(one)
      await page.click('main >> text=Supprimer')
      await check('webhooks-supprimer', 'text=Supprimer pour de bon')
      await close()
    })
  }

  checksItsPages('webhooks')
})
