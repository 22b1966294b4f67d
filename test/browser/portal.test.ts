import assert from 'node:assert/strict'
import { claimAttempt, finishAttempt } from '#use-cases/webhooks/attempt-delivery.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { DeliveryId } from '#domain/ids.ts'
import { onPool } from '#db/sql.ts'
import { money } from '#domain/money/money.ts'
import { type ApiAlone, sharedApiAlone } from '#test/support/api-alone.ts'
import { looks, needBrowser, openFromAccount, openFromMenu, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { outboxOf } from '#test/support/paid.ts'
import { password } from '#test/support/people.ts'
import { makePayment, type PortalMerchant, givenMerchant } from '#test/support/portal.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { submitLogIn } from '#test/support/portal-visit.ts'

describe('the portal in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  const { merchant, user } = givenMerchant(api)
  before(async () => {
    await createWebhookEndpoint(api.database, merchant.live.serviceEnvId, {
      url: 'https://boutique.example/hooks',
      label: null,
      events: ['*'],
      isEnabled: true,
    })
    const sales = [12_500n, 985n, 1_250_000n, 40_000n, 7_000n, 3_300n]
    for (const [at, minor] of sales.entries()) {
      const outcome = at === 2 ? failed : success
      const reference = `CMD-${1040 + at}`
      const price = money(minor, 'XOF')
      await makePayment(api.database, merchant.live, { reference, price, outcome })
    }
    await failFirstAttempts(api, merchant)
    await onPool(api.database.pool).rows(
      `update transaction set created_at = created_at - interval '1 day' * (substr(reference, 8)::int % 5 * 4)
       where service_env_id = $1`,
      [merchant.live.serviceEnvId],
    )
  })

  for (const look of looks) {
    it(`lets somebody log in, see how it goes, find a payment and what happened to it: ${look.name}`, async () => {
      const { page, open, check, close } = await visit(look)
      await open(`${api.baseUrl}/portail`)
      await check('portail-connexion')
      await page.fill('[name=email]', user.email)
      await page.fill('[name=password]', 'pas celui-ci')
      await page.click('main button')
      await check('portail-connexion-refusee', '[role=alert]')
      await page.fill('[name=password]', password)
      await page.click('main button')
      await check('portail-accueil', '.chart')
      await openFromMenu(page, 'Clés API')
      await check('portail-cles')
      await page.fill('[name=password]', password)
      await page.click('main button:has-text("Créer la clé")')
      await check('portail-nouvelle-cle', '.secret')
      await openFromMenu(page, 'Paiements')
      await check('portail-transactions', 'text=Rechercher et filtrer')
      await page.click('text=Rechercher et filtrer')
      await page.selectOption('[name=statut]', 'failed')
      await page.click('main button:has-text("Rechercher")')
      await page.waitForURL(/statut=failed/)
      await check('portail-transactions-filtrees')
      await page.click('tr:has-text("CMD-1042") a')
      await check('portail-transaction-echouee', '.timeline')
      await close()
    })

    it(`shows a payment’s end without being asked again, and test mode as such: ${look.name}`, async () => {
      const reference = `CMD-${look.name}`
      const transactionId = await makePayment(api.database, merchant.live, { reference })
      const { page, open, check, close } = await visit(look)
      await open(`${api.baseUrl}/portail/connexion?next=/portail/transactions`)
      await submitLogIn(page, user.email)
      await page.click(`tr:has-text("${reference}") a`)
      await check('portail-transaction', '#etat[hx-get]')
      const outbox = outboxOf(api.database)
      await settleTransaction(api.database, outbox, { transactionId, outcome: success })
      await check('portail-transaction-reussie', '#etat >> text=Paiement réussi')
      await openFromAccount(page, 'Passer en test')
      await check('portail-mode-test', '.trial')
      await open(`${api.baseUrl}/portail/service`)
      await check('portail-service')
      await openFromAccount(page, 'Mon compte')
      await check('portail-compte', '[name=current]')
      await openFromAccount(page, 'Passer en réel')
      await page.waitForSelector('.chart')
      assert.equal(await page.locator('.trial').count(), 0)
      await openFromAccount(page, 'Se déconnecter')
      await page.waitForSelector('[name=email]')
      await page.click('text=J’ai reçu une invitation')
      await check('portail-invitation', '[name=code]')
      await page.click('text=Retour à la connexion')
      await page.click('text=Mot de passe oublié')
      await check('portail-mot-de-passe-oublie', 'text=Recevoir un code')
      await page.click('text=J’ai déjà un code')
      await check('portail-mot-de-passe-choisi', '[name=code]')
      await page.click('text=Retour à la connexion')
      await page.click('text=Inscrivez votre commerce')
      await check('portail-inscription', '[name=business_name]')
      await page.click('text=J’ai déjà un code')
      await check('portail-inscription-confirmee', '[name=code]')
      await close()
    })
  }

  checksItsPages('portal')
})

/** The shop's server was down: the first attempt of every delivery has failed, and a second is due. */
async function failFirstAttempts({ database }: ApiAlone, { live }: PortalMerchant): Promise<void> {
  const deliveries = await onPool(database.pool).rows<{ id: DeliveryId }>(
    'select id from webhook_delivery where service_env_id = $1',
    [live.serviceEnvId],
  )
  for (const { id: deliveryId } of deliveries) {
    const claim = await claimAttempt(database, { deliveryId, attempt: 1 })
    assert.equal(claim.state, 'claimed')
    await finishAttempt(
      database,
      { deliveryId, attemptId: claim.attemptId },
      {
        outcome: 'failed',
        httpStatus: 503,
        error: 'http_status',
        extract: 'down for maintenance',
        durationMs: 182,
        retryInMs: 60_000,
      },
    )
  }
}
