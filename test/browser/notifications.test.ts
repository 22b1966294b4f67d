import assert from 'node:assert/strict'
import { gatherNotifications } from '#use-cases/notifications/gather.ts'
import { looks, needBrowser, phone, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { createPortalUser, password } from '#test/support/people.ts'
import { submitLogIn } from '#test/support/portal-visit.ts'
import { createPortalMerchant, makePayment, type PortalMerchant } from '#test/support/portal.ts'
import { startTestService, type TestService } from '#test/support/service.ts'

const gateway = 'http://127.0.0.1:9/messages'

describe('notifications, in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  let service: TestService
  let merchant: PortalMerchant
  let email: string
  before(async () => {
    service = await startTestService({
      SMS_URL: gateway,
      WHATSAPP_URL: gateway,
      LOG_LEVEL: 'fatal',
    })
    const { database } = service
    merchant = await createPortalMerchant(database)
    await gatherNotifications(database)
    ;({ email } = await createPortalUser(database, merchant))
    const outcome = { status: 'succeeded', providerReference: 'REF-1' } as const
    await makePayment(database, merchant.live, { reference: 'une', outcome })
    await gatherNotifications(database)
  })
  after(() => service?.stop())

  for (const look of looks) {
    it(`somebody reads what was told, and chooses how: ${look.name}`, async () => {
      const { page, open, check, close } = await visit(look)
      await open(`${service.baseUrl}/portail/connexion?next=/portail/notifications`)
      await submitLogIn(page, email)
      await check('notifications', 'text=Paiement reçu')
      if (await page.locator('text=Tout marquer comme lu').count()) {
        await page.click('text=Tout marquer comme lu')
        await page.waitForSelector('text=Tout marquer comme lu', { state: 'detached' })
      }
      await page.click('text=Choisir ce qui m’est envoyé')
      await check('notifications-choix')
      if (look === phone) {
        const height = await page.evaluate<number>('document.documentElement.scrollHeight')
        assert.ok(height <= 1250, `${height} px`)
        const number = page.locator('[name=telephone]')
        assert.ok(await number.isHidden(), 'no number while no message goes to it')
      }
      await page.check('[name=payments_received-sms]')
      await page.fill('[name=telephone]', '')
      await page.fill('[name=password]', password)
      await page.click('main button')
      await page.waitForSelector('text=Donnez le numéro')
      await page.fill('[name=telephone]', '01 97 00 00 00')
      await page.fill('[name=password]', password)
      await page.click('main button')
      await check('notifications-choisies', 'text=C’est noté')
      await close()
    })
  }

  checksItsPages('notifications')
})
