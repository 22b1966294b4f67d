import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { CDPSession } from 'playwright-core'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { looks, needBrowser, visit, type Visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { enrol } from '#test/support/enrolled.ts'
import { createPortalUser, createStaffMember, password } from '#test/support/people.ts'
import { createPortalMerchant } from '#test/support/portal.ts'

describe('passkeys in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  let api: ApiAlone
  let publicUrl: string
  before(async () => {
    // Passkeys are for a name, and for the very address that the browser shows.
    const port = await freePort()
    publicUrl = `http://localhost:${port}`
    api = await startApiAlone({ PUBLIC_URL: publicUrl }, { port })
  })
  after(() => api?.stop())

  for (const look of looks) {
    it(`are made at the portal, and open it alone and after the password: ${look.name}`, async () => {
      const merchant = await createPortalMerchant(api.database)
      const { email } = await createPortalUser(api.database, merchant)
      const { recoveryCodes } = await enrol(api.database, 'portal', { email })
      const desk = await visit(look)
      await withDevice(desk, async (device) => {
        await logIn(desk, '/portail', email)
        await desk.page.fill('[name=code]', recoveryCodes[0] ?? '')
        await desk.page.click('main button:has-text("Continuer")')
        await desk.page.waitForSelector('.account')
        await desk.open(`${publicUrl}/portail/compte/cles-acces`)
        await desk.check('cles-acces')
        await makeKey(desk, recoveryCodes[1] ?? '')
        await desk.check('cles-acces-une')
        await desk.open(`${publicUrl}/portail/cles`)
        await desk.check('cle-api-par-cle-acces', 'button[data-passkey=confirm]:visible')
        await desk.page.click('button[data-passkey=confirm]')
        await desk.page.waitForSelector('text=SKLIVE_')
        await desk.open(`${publicUrl}/portail/reglages/mot-de-passe`)
        await desk.page.click('label:has-text("Une fois pour dix minutes")')
        await desk.check('mot-de-passe')
        await desk.page.click('button[data-passkey=confirm]')
        await desk.page.waitForSelector(
          'text=Le mot de passe est demandé une fois pour dix minutes.',
        )
        await desk.page.click('button[data-passkey=confirm]')
        await desk.page.waitForSelector('text=Vos réglages sont enregistrés.')
        await desk.check('reglages-sans-mot-de-passe', 'text=n’est pas redemandé avant')
        await comeBack(desk, '/portail', { email, waitFor: '.account' })
        await desk.open(`${publicUrl}/portail/compte/sessions`)
        await desk.check('sessions-appareils', 'text=sur Linux')
        // A device that does not verify its person, and so lets nobody in.
        await device('WebAuthn.setUserVerified', { isUserVerified: false })
        await desk.page.context().clearCookies()
        await desk.open(`${publicUrl}/portail/connexion/cle`)
        await desk.page.click('button[data-passkey]')
        await desk.page.waitForSelector('text=Rien n’est venu de votre appareil')
      })
      await desk.close()
    })

    it(`are made at the desk, and open it alone and after the password: ${look.name}`, async () => {
      const { email } = await createStaffMember(api.database, 'supervisor')
      const { recoveryCodes } = await enrol(api.database, 'staff', { email })
      const desk = await visit(look)
      await withDevice(desk, async () => {
        await logIn(desk, '/staff', email)
        await desk.page.fill('[name=code]', recoveryCodes[0] ?? '')
        await desk.page.click('main button:has-text("Continuer")')
        await desk.page.waitForSelector('.rail')
        await desk.open(`${publicUrl}/staff/compte/cles-acces`)
        await makeKey(desk, recoveryCodes[1] ?? '')
        await desk.check('equipe-cles-acces')
        await comeBack(desk, '/staff', { email, waitFor: '.rail' })
        await desk.open(`${publicUrl}/staff/compte/sessions`)
        await desk.check('equipe-sessions')
        await desk.open(`${publicUrl}/staff/journal`)
        await desk.check('equipe-journal', 'text=clé d’accès')
      })
      await desk.close()
    })
  }

  async function logIn({ page, open }: Visit, home: string, email: string): Promise<void> {
    await open(`${publicUrl}${home}/connexion`)
    await page.fill('[name=email]', email)
    await page.fill('[name=password]', password)
    await page.click('main button:has-text("Se connecter")')
    await page.waitForSelector('[name=code]')
  }

  async function makeKey({ page, check }: Visit, code: string): Promise<void> {
    await page.fill('[name=nom]', 'Téléphone de Kossi')
    await page.fill('[name=password]', password)
    await page.fill('[name=code]', code)
    await page.click('main button:has-text("Ajouter")')
    await check('cles-acces-creer', 'button[data-passkey=make]')
    await page.click('button[data-passkey=make]')
    await page.waitForSelector('td:has-text("Téléphone de Kossi")')
  }

  /** Once without the password, once after it. */
  async function comeBack(
    visited: Visit,
    home: string,
    { email, waitFor }: { readonly email: string; readonly waitFor: string },
  ): Promise<void> {
    const { page, open, check } = visited
    await page.context().clearCookies()
    await open(`${publicUrl}${home}/connexion`)
    await check(`connexion-cle${home.replace('/', '-')}`)
    await page.click('a:has-text("Utiliser une clé d’accès")')
    await check(`cle${home.replace('/', '-')}`, 'button[data-passkey=sign]')
    await page.click('button[data-passkey=sign]')
    await page.waitForSelector(waitFor)
    await page.context().clearCookies()
    await logIn(visited, home, email)
    await check(`code-cle${home.replace('/', '-')}`)
    await page.click('button[data-passkey=sign]')
    await page.waitForSelector(waitFor)
  }

  checksItsPages('passkeys')
})

type Send = (
  method: 'WebAuthn.setUserVerified',
  given: { isUserVerified: boolean },
) => Promise<void>

/** Plugs a virtual authenticator into the browser, for as long as the work takes. */
async function withDevice({ page }: Visit, work: (send: Send) => Promise<void>): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  try {
    await work(async (method, given) => {
      await session.send(method, { authenticatorId, ...given })
    })
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
    assert.equal(credentials.length, 1)
  } finally {
    await session.send('WebAuthn.disable')
    await session.detach()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
