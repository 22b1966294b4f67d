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

/** Types address and password into the log-in page that is open. */
export async function submitLogIn(page: Page, email: string, secret = password): Promise<void> {
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', secret)
  await page.click('main button')
}
