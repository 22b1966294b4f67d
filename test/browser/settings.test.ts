import assert from 'node:assert/strict'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import {
  looks,
  needBrowser,
  openFromAccount,
  openFromMenu,
  phone,
  visit,
  type Visit,
} from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { password } from '#test/support/people.ts'
import { pngOf } from '#test/support/pictures.ts'
import { makePayment, givenMerchant } from '#test/support/portal.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { submitLogIn } from '#test/support/portal-visit.ts'

describe('the operators, calls and settings of a merchant in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  const { merchant, user } = givenMerchant(api)
  before(async () => {
    for (const [at, outcome] of [success, success, failed, success].entries())
      await makePayment(api.database, merchant.live, { reference: `CMD-${at}`, outcome })
    const key = merchant.test.keys.secret
    await call(api, collectionCall(key))
    await call(api, { path: '/v2/session', key })
    await call(api, collectionCall(key, { amount: '12' }))
    await call(api, { path: '/v2/balance', key: merchant.test.keys.public })
  })

  for (const look of looks) {
    it(`finds a call of the API, sets a logo and looks at operators: ${look.name}`, async () => {
      const desk = await visit(look)
      await logIn(desk)
      await openFromMenu(desk.page, 'Opérateurs')
      await desk.check('operateurs', 'text=MTN')
      await openFromMenu(desk.page, 'Service')
      await desk.check('reglages', '[name=nom]')
      await desk.page.click('a:has-text("Changer le logo")')
      const file = {
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: pngOf({ width: 300, height: 200 }),
      }
      // The page’s script shows it, and listens from then on.
      await desk.page.waitForSelector('[type=file]')
      await desk.page.setInputFiles('[type=file]', file)
      await desk.check('reglages-logo', 'output:has-text("Ko")')
      await desk.page.fill('[name=password]', password)
      await desk.page.click('main button:has-text("Enregistrer")')
      await desk.page.waitForSelector('.mark.logo')
      await openFromAccount(desk.page, 'Passer en test')
      await desk.page.waitForSelector('.trial')
      await openFromMenu(desk.page, 'Journaux API')
      await desk.check('journaux', 'text=secret_key_required')
      await desk.page.click('tr:has-text("secret_key_required") a')
      await desk.check('journaux-appel', 'text=Que')
      await desk.close()
    })
  }

  it('begins the page that answers a form with its answer, in sight and for the keyboard', async () => {
    const desk = await visit(phone)
    await logIn(desk)
    await desk.open(`${api.baseUrl}/portail/cles`)
    await desk.page.fill('[name=password]', 'pas celui-ci')
    const answer = desk.page.locator('main .notice.bad')
    const isInSight = async () => {
      await answer.waitFor()
      const { y = -1, height = 0 } = (await answer.boundingBox()) ?? {}
      assert.ok(y >= 0 && y + height <= phone.height, `${y} to ${y + height}`)
      assert.equal(await answer.evaluate((notice) => notice === document.activeElement), true)
    }
    await desk.page.click('main form:has([name=password]) button:not([type=button])')
    await isInSight()
    assert.match(await answer.innerText(), /Le mot de passe est incorrect/)
    await desk.close()
  })

  async function logIn({ page, open }: Visit): Promise<void> {
    await open(`${api.baseUrl}/portail/connexion`)
    await submitLogIn(page, user.email)
  }

  checksItsPages('settings')
})
