import assert from 'node:assert/strict'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { setTerminalState } from '#use-cases/terminals/set-state.ts'
import { looks, needBrowser, phone, visit, type Visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { createPortalUser } from '#test/support/people.ts'
import { enterPortal, submitLogIn } from '#test/support/portal-visit.ts'
import { createPortalMerchant } from '#test/support/portal.ts'
import { sharedService } from '#test/support/service.ts'

const today = '/portail/ventes-du-jour'

describe('a cashier in a browser', () => {
  before(needBrowser)
  const service = given(() => sharedService())
  const merchant = given(() => createPortalMerchant(service.database))

  let shops = 0
  async function openShop() {
    shops += 1
    const { terminal } = await createTerminal(service.database, merchant.test.serviceEnvId, {
      type: 'shop',
      label: `Caisse ${shops}`,
      pointOfSale: `Boutique du marché Dantokpa ${shops}`,
      serialNumber: null,
      deviceType: null,
    })
    const pointOfSaleId = terminal.pointOfSale?.id ?? ''
    const user = await createPortalUser(service.database, {
      ...merchant,
      role: 'cashier',
      pointOfSaleId,
    })
    return { id: terminal.id, user }
  }
  async function logIn({ page, open }: Visit, email: string): Promise<void> {
    await open(`${service.baseUrl}/portail/connexion`)
    await submitLogIn(page, email)
    await page.waitForURL(`**${today}`)
  }
  let numbers = 0
  const numberOf = (ending: string): string => {
    numbers += 1
    return `0197${String(70 + numbers)}${ending}`
  }

  for (const look of looks) {
    it(`logs in to the sales of today, asks for money, and finds the sale there with its receipt: ${look.name}`, async function () {
      this.timeout(240_000)
      const seen = await visit(look)
      const { page, open, check, close } = seen
      const { id, user } = await openShop()
      await logIn(seen, user.email)
      await check('portail-caissier-vide', '.empty')
      for (const [montant, ending] of [
        ['2500', '0099'],
        ['700', '0001'],
      ] as const) {
        await open(`${service.baseUrl}${today}`)
        await page.click('main a:has-text("Encaisser")')
        await page.fill('[name=montant]', montant)
        await page.fill('[name=numero]', numberOf(ending))
        if (montant === '2500') await check('portail-caissier-encaisser')
        await page.click('text=Demander au client')
        await page.waitForSelector('[data-end]')
      }
      await page.click('text=Fermer')
      await page.waitForURL(`**${today}`)
      await check('portail-caissier-jour', 'main table')
      await page.click('main tbody tr:last-child a')
      await check('portail-caissier-vente', 'text=Voir le reçu')
      const place = { serviceEnvId: merchant.test.serviceEnvId, id }
      await setTerminalState(service.database, place, false)
      await open(`${service.baseUrl}${today}`)
      await check('portail-caissier-ferme', '.notice')
      await open(`${service.baseUrl}/portail/encaisser`)
      await check('portail-caissier-encaisser-ferme', '.notice')
      await close()
    })
  }

  it('sees a colleague’s sale come in without reloading', async function () {
    this.timeout(240_000)
    const seen = await visit(phone)
    const other = await visit(phone)
    const { user } = await openShop()
    await logIn(seen, user.email)
    await logIn(other, user.email)
    await other.open(`${service.baseUrl}/portail/encaisser`)
    await other.page.fill('[name=montant]', '900')
    await other.page.fill('[name=numero]', numberOf('0099'))
    await other.page.click('text=Demander au client')
    await other.page.waitForSelector('[data-end=paid]')
    await seen.page.waitForSelector('main table a')
    assert.match(await seen.page.locator('#jour').innerText(), /1\svente/)
    await seen.close()
    await other.close()
  })

  for (const look of looks) {
    it(`is invited with a point of sale, and their takings are shown to the owner: ${look.name}`, async function () {
      this.timeout(240_000)
      const seen = await visit(look)
      const { page, open, check, close } = seen
      await enterPortal(seen, service, { merchant, mode: 'test' })
      await open(`${service.baseUrl}/portail/equipe/inviter`)
      await check('portail-inviter-caissier')
      await page.fill('[name=nom]', 'Kossi Agbo')
      await page.fill('[name=email]', `caisse.${look.name}@example.com`)
      await page.check('[name=role][value=cashier]')
      await page.fill('[name=password]', 'le mil pousse au nord')
      await page.click('main button')
      await check('portail-inviter-caissier-refuse', '[role=alert], .notice')
      await page.selectOption('[name=point_de_vente]', { index: 1 })
      await page.fill('[name=password]', 'le mil pousse au nord')
      await page.click('main button')
      await check('portail-caissier-invite', 'text=Point de vente')
      await open(`${service.baseUrl}${today}`)
      await check('portail-ventes-du-jour', 'main table')
      await close()
    })
  }

  checksItsPages('cashier')
})
