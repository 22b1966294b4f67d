import { looks, needBrowser, openFromMenu, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { submitLogIn } from '#test/support/portal-visit.ts'
import { sharedService } from '#test/support/service.ts'
import { emailOfPayer, numbersOf } from '#test/use-cases/payouts/files.ts'

const phones = numbersOf(8)

describe('files of payouts, in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  const service = given(() => sharedService())
  let email: string
  before(async () => {
    email = await emailOfPayer(service.database, phones)
  })

  for (const look of looks) {
    it(`a merchant hands a file in, corrects it, and sees what it takes: ${look.name}`, async () => {
      const { page, open, check, close } = await visit(look)
      await open(`${service.baseUrl}/portail/connexion?next=/portail/retraits`)
      await submitLogIn(page, email)
      await page.click('details.account summary')
      await page.click('text=Passer en test')
      await page.waitForSelector('text=Mode test')
      await openFromMenu(page, 'Retraits')
      await page.click('text=Par fichier')
      await check('fichiers-vide')
      await page.click('text=Payer par fichier')
      await check('fichier-nouveau')
      const send = async (lines: readonly string[]) => {
        const buffer = Buffer.from(['numero;montant;reference', ...lines].join('\n'))
        await page.setInputFiles('[type=file]', {
          name: 'salaires.csv',
          mimeType: 'text/csv',
          buffer,
        })
        await page.click('main button:has-text("Vérifier le fichier")')
      }
      const right = phones.map((phone, at) => `${phone};${1000 * (at + 1)};${look.name}-${at}`)
      await send([`${phones[0]};12,50;`, ';1000;', '0190;x;', ...right])
      await page.waitForSelector('[role=alert]')
      await check('fichier-fautes')
      await send(right)
      await page.waitForSelector('text=Pris sur votre solde')
      await check('fichier-verifie')
      await openFromMenu(page, 'Retraits')
      await page.click('text=Nouveau retrait')
      await check('retrait-comptes')
      await close()
    })
  }

  checksItsPages('payout-files')
})
