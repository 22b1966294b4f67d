import assert from 'node:assert/strict'
import { askAccountChange } from '#use-cases/account-changes/ask.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { checkEach, looks, needBrowser, phone, visit, type Visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { namesInRow } from '#test/support/page-checks.ts'
import { given } from '#test/support/given.ts'
import { cause, loggedIn, password } from '#test/support/people.ts'
import { signedUp } from '#test/support/sign-ups.ts'
import { namedMember } from '#test/support/staff-pages.ts'

describe('who comes in, in a browser', () => {
  before(needBrowser)
  const api = given(() => sharedApiAlone())

  async function enter({ page }: Visit, ...who: Parameters<typeof sessionCookieOf>): Promise<void> {
    const { name, value } = await sessionCookieOf(...who)
    await page.context().addCookies([{ name, value, url: api.baseUrl }])
  }

  async function sessionCookieOf(realm: 'portal' | 'staff', person: { readonly email: string }) {
    return sessionCookie(await loggedIn(api.database, realm, person))
  }

  for (const look of looks) {
    it(`a merchant asks for the live mode, and the staff decides: ${look.name}`, async () => {
      const shop = await signedUp(api.database)
      const visited = await visit(look)
      const { page, open, check, close } = visited
      await enter(visited, 'portal', shop)
      await checkEach(visited, [['ouverture', `${api.baseUrl}/portail/ouverture`]])
      await page.fill('[name=ifu]', '3201900000001')
      await page.fill('[name=rccm]', 'RB/COT/20 B 26543')
      await page.fill('[name=adresse]', 'Carré 12, Ganhi, Cotonou')
      await page.fill('main [name=password]', password)
      await page.click('main form button:visible')
      await check('ouverture-demandee', 'text=Votre demande est chez nous')
      await enter(visited, 'staff', await namedMember(api, 'administrator', 'Akouvi Hounsou'))
      await open(`${api.baseUrl}/staff/ouvertures`)
      await check('equipe-ouvertures')
      await page.locator('main table a[href*="/ouvertures/"]').last().click()
      await check('equipe-ouverture', 'text=RB/COT/20 B 26543')
      await close()
    })

    it(`an administrator decides on what another asked for, and who is invited enters: ${look.name}`, async () => {
      const asker = await namedMember(api, 'administrator', 'Akouvi Hounsou')
      const email = `koffi.${look.name}@example.com`
      const id = await askAccountChange(api.database, asker, {
        wanted: { kind: 'invite', name: 'Koffi Zinsou', email, role: 'supervisor' },
        password,
        cause: cause('Renfort du soir'),
      })
      const visited = await visit(look)
      await checkEach(visited, [['equipe-invitation', `${api.baseUrl}/staff/invitation`]])
      await enter(visited, 'staff', await namedMember(api, 'administrator', 'Kossi Agbo'))
      await checkEach(visited, [
        ['equipe-demande', `${api.baseUrl}/staff/demandes/${id}`],
        ['equipe-demandes', `${api.baseUrl}/staff/demandes`],
      ])
      const names = look === phone ? ['Pour', 'Demandé par'] : []
      assert.deepEqual(await namesInRow(visited.page), names)
      await visited.close()
    })
  }

  checksItsPages('openings')
})
