import type { Database } from '#db/connect.ts'
import type { Language } from '#domain/text/language.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import type { Page } from 'playwright-core'
import type { Visit } from './browser.ts'
import { createPortalUser, loggedIn, password } from './people.ts'
import type { PortalMerchant } from './portal.ts'

/** Lets a window into the portal of this merchant, as an administrator who has just logged in. */
export async function enterPortal(
  { page }: Visit,
  { baseUrl: url, database }: { readonly baseUrl: string; readonly database: Database },
  {
    merchant,
    mode = 'live',
    language,
  }: {
    readonly merchant: PortalMerchant
    readonly mode?: 'live' | 'test'
    /** The one chosen; the browser's when left out. */
    readonly language?: Language
  },
): Promise<void> {
  const user = await createPortalUser(database, { ...merchant, role: 'administrator' })
  const session = sessionCookie(await loggedIn(database, 'portal', user))
  const cookies = [
    { name: session.name, value: session.value },
    { name: 'portal_place', value: merchant[mode].serviceEnvId },
    ...(language ? [{ name: 'langue', value: language }] : []),
  ]
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url })))
}

/** Logs in on the way to this page of the portal, and passes to test mode. */
export async function logInToTest(
  { page, open }: Visit,
  {
    baseUrl,
    path,
    email,
  }: { readonly baseUrl: string; readonly path: string; readonly email: string },
): Promise<void> {
  await open(`${baseUrl}/portail/connexion?next=${path}`)
  await submitLogIn(page, email)
  await page.click('details.account summary')
  await page.click('text=Passer en test')
  await page.waitForSelector('text=Mode test')
}

/** Types address and password into the log-in page that is open. */
export async function submitLogIn(page: Page, email: string, secret = password): Promise<void> {
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', secret)
  await page.click('main button')
}
