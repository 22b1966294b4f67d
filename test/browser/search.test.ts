import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { looks, needBrowser, phone, visit, type Visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { createPortalUser, createStaffMember, loggedIn } from '#test/support/people.ts'
import { createPortalMerchant, makePayment } from '#test/support/portal.ts'

describe('the search in a browser', () => {
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  before(async () => {
    for (const [reference, payer, phone, minor] of payments) {
      const price = money(minor, 'XOF')
      const payment = { reference, payer, phone, price, outcome: success }
      await makePayment(api.database, merchant.live, payment)
    }
  })

  const portalUser = () => createPortalUser(api.database, { ...merchant, role: 'collaborator' })

  async function enterAt(realm: 'portal' | 'staff', { page }: Visit): Promise<void> {
    const session =
      realm === 'portal'
        ? await loggedIn(api.database, realm, await portalUser())
        : await loggedIn(api.database, realm, await createStaffMember(api.database))
    const { name, value } = sessionCookie(session)
    await page.context().addCookies([{ name, value, url: api.baseUrl }])
  }

  for (const look of looks) {
    it(`answers “has this number paid” from any page in a few keys: ${look.name}`, async () => {
      const seen = await visit(look)
      const { page, open, check, close } = seen
      const addresses = addressesOf(seen)
      await enterAt('portal', seen)
      await open(`${api.baseUrl}/portail`)
      await page.keyboard.press('/')
      await page.keyboard.type('568')
      await page.locator('main a').first().focus()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('5680')
      await check('portail-recherche-saisie', '.found .hits')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForSelector('.timeline')
      await page.fill('.find [type=search]', 'zinsou')
      await page.keyboard.press('Enter')
      await page.waitForSelector('main .hits')
      assert.equal(await page.locator('main .hits li').count(), 2)
      await page.reload()
      assert.equal(await page.locator('main .hits li').count(), 2)
      assert.equal(await page.inputValue('.find [type=search]'), 'zinsou')
      await check('portail-recherche')
      await page.fill('.find [type=search]', 'x'.repeat(200))
      await page.waitForSelector('.found >> text=trop longue')
      await page.keyboard.press('Escape')
      assert.ok(await page.locator('.found').isHidden())
      await page.goBack()
      await page.waitForSelector('.timeline')
      assertUntold(addresses, ['5680', 'zinsou', 'xxx'])
      await close()
    })

    it(`answers the staff, payers masked: ${look.name}`, async () => {
      const seen = await visit(look)
      const { page, open, check, close } = seen
      await enterAt('staff', seen)
      await open(`${api.baseUrl}/staff`)
      await page.keyboard.press('/')
      await page.keyboard.type(payments[1][2].slice(3))
      await check('equipe-recherche-saisie', '.found .hits')
      assert.match(await page.locator('.found').innerText(), /Awa Z\./)
      await page.fill('.find [type=search]', 'zinsou')
      await page.keyboard.press('Enter')
      await page.waitForSelector('main .hits')
      await check('equipe-recherche')
      await close()
    })
  }

  it('leads to a page of results where no script runs', async () => {
    const seen = await visit(phone, { hasScript: false })
    const { page, open, close } = seen
    const addresses = addressesOf(seen)
    await enterAt('portal', seen)
    await open(`${api.baseUrl}/portail`)
    await page.fill('.find [type=search]', '5680')
    await page.keyboard.press('Enter')
    await page.waitForSelector('main .hits')
    await page.reload()
    assert.equal(await page.locator('main .hits li').count(), 1)
    await open(`${api.baseUrl}/portail/transactions`)
    await page.locator('main summary').first().click()
    await page.fill('main [type=search]', 'CMD-2')
    await page.locator('main form button').first().click()
    await page.waitForURL('**/transactions?recherche=*')
    assert.equal(await page.locator('main tbody tr').count(), 1)
    await page.reload()
    assert.equal(await page.inputValue('main [type=search]'), 'CMD-2')
    await page.goBack()
    assert.equal(await page.locator('main tbody tr').count(), payments.length)
    assertUntold(addresses, ['5680', 'CMD-2'])
    await close()
  })

  checksItsPages('search')
})

/** All addresses that a window asks for from now on. */
function addressesOf({ page }: Visit): readonly string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  return addresses
}

/** Fails if an address has what was typed. */
function assertUntold(addresses: readonly string[], typed: readonly string[]): void {
  assert.ok(addresses.some((address) => address.includes('recherche=')))
  for (const address of addresses)
    for (const text of typed) assert.ok(!decodeURIComponent(address).includes(text), address)
}

const payments = [
  ['CMD-1', 'Rachidatou Bio Séko', '2290197125680', 2_500n],
  ['CMD-2', 'Awa Zinsou', '2290197330412', 1_250_000n],
  ['CMD-3', 'Koffi Zinsou', '2290195330413', 40_000n],
] as const
