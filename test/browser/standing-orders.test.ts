import { logInToTest } from '#test/support/portal-visit.ts'
import { looks, needBrowser, openFromMenu, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { password } from '#test/support/people.ts'
import { sharedService } from '#test/support/service.ts'
import { payerOf, numbersOf } from '#test/use-cases/payouts/files.ts'

const phones = numbersOf(8)

describe('standing orders, in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  const service = given(() => sharedService())
  const payer = given(() => payerOf(service.database, phones))

  for (const look of looks) {
    it(`a merchant sets one up, sees what it sends, and who must agree: ${look.name}`, async () => {
      const visited = await visit(look)
      const { page, open, check, close } = visited
      await logInToTest(visited, { ...service, path: '/portail/retraits', email: payer.email })
      await openFromMenu(page, 'Retraits')
      await page.click('text=Programmés')
      await check('programmes')
      await page.click('text=Programmer un retrait')
      await check('programme-nouveau')
      await page.fill('[name=nom]', 'Loyer de la boutique')
      await page.fill('[name=montant]', '25 000')
      await page.fill('[name=password]', 'faux')
      await page.click('main form:has([name=password]) button')
      await page.waitForSelector('text=mot de passe est incorrect')
      await page.fill('[name=password]', password)
      await page.click('main form:has([name=password]) button')
      await check('programme-actif', 'text=Actif')
      await page.click('main a:has-text("Modifier")')
      await check('programme-modifier', '[name=nom]')
      await open(`${service.baseUrl}/portail/retraits/programmes/nouveau`)
      await page.fill('[name=nom]', 'Tout, chaque soir')
      await page.check('[name=quoi][value=tout]')
      await page.fill('[name=reste]', '50000')
      await page.selectOption('[name=quand]', 'daily')
      await page.fill('[name=password]', password)
      await page.click('main form:has([name=password]) button')
      await check('programme-a-valider', 'text=À approuver')
      await page.click('text=Tous les retraits programmés')
      await check('programmes-liste')
      await close()
    })
  }

  checksItsPages('standing-orders')
})
