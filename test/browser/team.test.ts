import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { givenMerchant } from '#test/support/portal.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import {
  checkEach,
  looks,
  needBrowser,
  openFromAccount,
  openFromMenu,
  visit,
  type Visit,
} from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { codeMailed, createPortalUser, password, withEmail } from '#test/support/people.ts'
import { submitLogIn } from '#test/support/portal-visit.ts'

const own = 'une longue phrase à moi'

describe('the team of a merchant in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  const { merchant, user } = givenMerchant(api)
  before(async () => {
    await createPortalUser(api.database, { ...merchant, role: 'administrator' })
  })

  for (const look of looks) {
    it(`invites a developer, who enters by the code, asks for one-time codes and enters with one: ${look.name}`, async () => {
      const desk = await visit(look)
      const mail = `kossi.${look.name}@example.com`
      await logIn(desk, user.email, password)
      const code = await invite(desk, mail)
      const device = await enrol(await visit(look), mail, code)
      await enterWithCode(await visit(look), mail, device)
      await openFromMenu(desk.page, 'Équipe')
      await desk.check('equipe')
      await desk.page.click(`tr:has-text("${mail}") a`)
      await desk.check('equipe-personne', 'text=Demandé')
      await desk.page.click('a:has-text("Changer le rôle")')
      await desk.check('equipe-role', 'text=dès la page suivante')
      const person = desk.page.url().replace(/\/role$/, '')
      const acts = ['invitation', 'codes', 'fermer']
      await checkEach(
        desk,
        acts.map((act) => [`equipe-${act}`, `${person}/${act}`] as const),
      )
      await desk.page.fill('[name=password]', password)
      await desk.page.click('main form button')
      await desk.page.waitForURL(person)
      await checkEach(desk, [['equipe-rouvrir', `${person}/rouvrir`]])
      await openFromMenu(desk.page, 'Journal d’activité')
      await desk.check('activite', 'text=Codes à usage unique activés')
      await desk.close()
    })
  }

  async function logIn({ page, open }: Visit, who: string, secret: string): Promise<void> {
    await open(`${api.baseUrl}/portail/connexion`)
    await submitLogIn(page, who, secret)
  }

  async function invite({ page, check }: Visit, mail: string): Promise<string> {
    await openFromMenu(page, 'Équipe')
    await page.click('a:has-text("Inviter quelqu’un")')
    await page.fill('[name=nom]', 'Kossi Agbo')
    await page.fill('[name=email]', mail)
    await page.check('[value=developer]')
    await check('equipe-inviter')
    await page.fill('[name=password]', password)
    await page.click('main button:has-text("Inviter")')
    await check('equipe-code', 'text=Le code part par e-mail')
    return codeMailed(api.database, await withEmail(api.database, mail))
  }

  /** The secret that the device was given. */
  async function enrol(visited: Visit, mail: string, code: string): Promise<string> {
    const { page, open, check, close } = visited
    await open(`${api.baseUrl}/portail/invitation`)
    await page.fill('[name=email]', mail)
    await page.fill('[name=code]', code)
    await page.fill('[name=next]', own)
    await page.fill('[name=again]', own)
    await page.click('main button')
    await page.waitForURL(/connexion/)
    await submitLogIn(page, mail, own)
    await openFromAccount(page, 'Mon compte')
    await page.click('a:has-text("Demander un code")')
    await check('codes', '[name=password]')
    await page.fill('[name=password]', own)
    await page.click('main button:has-text("Commencer")')
    const secret = (await page.getAttribute('[data-copy]', 'data-copy')) ?? ''
    await check('codes-relier')
    await page.fill('[name=code]', codeOf(secret))
    await page.click('main button:has-text("Activer")')
    await check('codes-secours', 'text=codes de secours')
    await openFromAccount(page, 'Mon compte')
    await page.click('a:has-text("Sessions ouvertes")')
    await check('sessions', 'text=celle-ci')
    await close()
    return secret
  }

  async function enterWithCode(visited: Visit, mail: string, secret: string): Promise<void> {
    const { page, close } = visited
    await logIn(visited, mail, own)
    await page.waitForSelector('[name=code]')
    // A code is taken once, and none before it: the next one is the clock’s next step, which is near enough.
    await page.fill('[name=code]', codeOf(secret, stepMs))
    await page.click('main button')
    await page.waitForSelector('text=Solde disponible')
    assert.match((await page.textContent('.account .card')) ?? '', /Kossi Agbo.*Développeur/s)
    await close()
  }

  checksItsPages('team')
})

const stepMs = 30_000

function codeOf(secret: string, aheadMs = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + aheadMs })
}
