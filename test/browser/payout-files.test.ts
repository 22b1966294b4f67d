import { logInToTest } from '#test/support/portal-visit.ts'
import { looks, needBrowser, openFromMenu, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { sharedService } from '#test/support/service.ts'
import { payerOf, numbersOf, csv } from '#test/use-cases/payouts/files.ts'

const phones = numbersOf(8)

describe('files of payouts, in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  const service = given(() => sharedService())
  const payer = given(() => payerOf(service.database, phones))

  for (const look of looks) {
    it(`a merchant hands a file in, corrects it, and sees what it takes: ${look.name}`, async () => {
      const visited = await visit(look)
      const { page, check, close } = visited
      await logInToTest(visited, { ...service, path: '/portail/retraits', email: payer.email })
      await openFromMenu(page, 'Retraits')
      await page.click('text=Par fichier')
      await check('fichiers-vide')
      await page.click('text=Payer par fichier')
      await check('fichier-nouveau')
      const send = async (lines: readonly string[]) => {
        const buffer = Buffer.from(csv(...lines))
        await page.setInputFiles('[type=file]', {
          name: 'salaires.csv',
          mimeType: 'text/csv',
          buffer,
        })
        await page.click('main button:has-text("Vérifier le fichier")')
      }
      const right = phones.map((phone, at) => `${phone};${1000 * (at + 1)};${look.name}-${at}`)
      await send([`${phones[0]};12,50;`, ';1000;', '0190;x;', ...right])
      await check('fichier-fautes', '[role=alert]')
      await send(right)
      await check('fichier-verifie', 'text=Débité de votre solde')
      await openFromMenu(page, 'Retraits')
      await page.click('text=Nouveau retrait')
      await check('retrait-comptes')
      await close()
    })
  }

  checksItsPages('payout-files')
})
