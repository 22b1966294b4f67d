import assert from 'node:assert/strict'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { renameAuthorizedAccount } from '#use-cases/authorized-accounts/rename.ts'
import type { AuthorizedAccountId } from '#domain/ids.ts'
import { success } from '#test/support/ends.ts'
import { checkEach, looks, needBrowser, openFromMenu, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { accountsOf, authorizeBank, readyToPayOut } from '#test/support/payouts.ts'
import { password } from '#test/support/people.ts'
import { makePayment, givenMerchant } from '#test/support/portal.ts'
import { enterPortal, submitLogIn } from '#test/support/portal-visit.ts'
import { sharedService } from '#test/support/service.ts'
import { addTariff } from '#test/support/tariffs.ts'
import { money } from '#domain/money/money.ts'

describe('money that leaves, in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  const service = given(() => sharedService())
  const { merchant, user } = givenMerchant(service)
  let bank: AuthorizedAccountId
  before(async () => {
    const { database } = service
    const { live } = merchant
    await readyToPayOut(database, live, { balance: 1_250_000 })
    bank = await authorizeBank(database, live)
    for (const { id } of await listAuthorizedAccounts(database, live.serviceEnvId)) {
      const to = id === bank ? 'Fournisseur de pagnes à Parakou' : 'Loyer-boutique-'.repeat(4)
      const { serviceEnvId } = live
      await renameAuthorizedAccount(database, { serviceEnvId, id, from: null, to })
    }
    const fee = { kind: 'fixed', value: '500', payer: 'merchant' } as const
    await addTariff(database, live, { ...fee, level: 'service', type: 'payout' })
    for (const look of looks) {
      const reference = `CMD-${look.name}`
      const price = money(40_000n, 'XOF')
      await makePayment(database, live, { reference, price, outcome: success })
    }
  })

  for (const look of looks) {
    it(`a merchant asks for a refund and for a transfer, sees both wait, and calls the transfer back: ${look.name}`, async () => {
      const before = await accountsOf(service.database, merchant.live)
      const { page, open, check, close } = await visit(look)
      await open(`${service.baseUrl}/portail/connexion?next=/portail/transactions`)
      await submitLogIn(page, user.email)
      await page.click(`tr:has-text("CMD-${look.name}") a`)
      await page.click('text=Rembourser')
      await page.fill('[name=montant]', '15 000')
      await page.fill('[name=motif]', 'Deux pagnes rendus sur cinq')
      await check('remboursement-demande')
      await page.fill('[name=password]', password)
      await page.click('text=Demander le remboursement')
      await check('remboursement', 'text=Nos équipes l’examinent')
      await openFromMenu(page, 'Remboursements')
      await check('remboursements')

      await openFromMenu(page, 'Retraits')
      await check('retraits-vide')
      await page.click('text=Nouveau retrait')
      await check('retrait-nouveau', `[value="${bank}"]`)
      await page.check(`[value="${bank}"]`)
      await page.fill('[name=montant]', '2 000 000')
      await page.click('main button:has-text("Vérifier")')
      await check('retrait-refuse', '[role=alert]')
      await page.fill('[name=montant]', '500 000')
      await page.fill('[name=libelle]', 'Loyer de mars')
      await page.click('main button:has-text("Vérifier")')
      await check('retrait-verification', 'text=Débité de votre solde')
      await page.fill('[name=password]', password)
      await page.click('text=Demander le virement')
      await check('virement', '.timeline')
      await openFromMenu(page, 'Accueil')
      await check('accueil-attente', 'text=Nos équipes s’en occupent')
      await openFromMenu(page, 'Soldes')
      await check('soldes')
      await page.click('text=Tous les mouvements')
      await page.waitForSelector('h1:text-is("Mouvements")')
      await check('mouvements')
      await openFromMenu(page, 'Soldes')
      await page.click('text=Frais du mois')
      await check('frais', 'h1:text-is("Frais du mois")')
      const waiting = await accountsOf(service.database, merchant.live)
      assert.equal((waiting['reserved'] ?? 0) - (before['reserved'] ?? 0), 15_000 + 500_500)

      await openFromMenu(page, 'Retraits')
      await check('retraits')
      await page.click('main td a')
      await page.click('summary:has-text("Annuler ce virement")')
      await check('virement-annuler')
      await page.fill('[name=password]', password)
      await page.click('button:has-text("Annuler le virement")')
      await check('virement-annule', 'text=Retrait annulé')
      assert.deepEqual(await accountsOf(service.database, merchant.live), {
        available: (before['available'] ?? 0) - 15_000,
        reserved: (before['reserved'] ?? 0) + 15_000,
      })
      await openFromMenu(page, 'Comptes autorisés')
      await check('comptes-autorises')
      await page.click('text=Ajouter un compte bancaire')
      await check('compte-bancaire')
      await close()
    })

    it(`a merchant looks at an account, and adds a phone: ${look.name}`, async () => {
      const visited = await visit(look)
      await enterPortal(visited, service, { merchant })
      const accounts = `${service.baseUrl}/portail/comptes-autorises`
      await checkEach(visited, [
        ['compte-mobile-money', `${accounts}/nouveau/mobile-money`],
        ['compte-autorise', `${accounts}/${bank}`],
        ['compte-autorise-nom', `${accounts}/${bank}/nom`],
      ])
      await visited.close()
    })
  }

  checksItsPages('money-out')
})
