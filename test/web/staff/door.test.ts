import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { given } from '#test/support/given.ts'
import { createStaffMember, loggedIn, password } from '#test/support/people.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { deskBrowser, deskBrowserOf } from '#test/support/staff-pages.ts'

describe('the door of the staff desk', () => {
  const api = given(() => sharedApiAlone())

  const stranger = async () => deskBrowserOf(api, await createStaffMember(api.database))

  it('leads whoever is not logged in to its own log-in, and back to where they wanted to go', async () => {
    const browser = await stranger()
    const refused = await browser.get('/staff/virements')
    assert.equal(refused.location, '/staff/connexion?next=%2Fstaff%2Fvirements')
    assert.match((await browser.get(refused.location)).text, /Espace de l’équipe/)
    const { email } = browser.member
    const fields = { email, password, next: '/staff/virements' }
    const opened = await browser.post('/staff/connexion', fields)
    assert.deepEqual([opened.status, opened.location], [303, '/staff/virements'])
    assert.match(opened.headers.getSetCookie()[0] ?? '', /HttpOnly; SameSite=Lax/)
    assert.equal((await browser.get('/staff/virements')).status, 200)
  })

  it('leads nowhere else after a log-in than to the desk’s pages, whatever the address says', async () => {
    const elsewhere = [
      'https://evil.example',
      '//evil.example',
      '/staff/\\evil',
      '/staffx',
      '/portail',
      '/staff/api/session',
    ]
    for (const next of elsewhere) {
      const browser = await stranger()
      const { email } = browser.member
      const { location } = await browser.post('/staff/connexion', { email, password, next })
      assert.equal(location, '/staff', next)
    }
  })

  it('is none of the portal’s: neither accounts nor sessions of one open the other', async () => {
    const merchant = await createPortalMerchant(api.database)
    const reader = await portalReader(api, merchant)
    const browser = await stranger()
    const { email } = reader.user
    const refused = await browser.post('/staff/connexion', { email, password })
    assert.equal(refused.status, 422)
    browser.cookies.set('staff_session', reader.cookies.get('portal_session') ?? '')
    assert.match((await browser.get('/staff')).location ?? '', /^\/staff\/connexion/)
    const { token } = await loggedIn(api.database, 'staff', browser.member)
    reader.cookies.set('portal_session', token)
    assert.match((await reader.get('/portail')).location ?? '', /^\/portail\/connexion/)
  })

  it('closes for a while after five wrong passwords, also to the right one', async () => {
    const browser = await stranger()
    const { email } = browser.member
    for (let tried = 0; tried < 5; tried += 1)
      await browser.post('/staff/connexion', { email, password: 'faux' })
    const closed = await browser.post('/staff/connexion', { email, password })
    assert.equal(closed.status, 422)
    assert.match(closed.text, /Trop de tentatives\. Réessayez dans \d+ minutes/)
  })

  it('asks for one-time codes once they are enrolled, and no more once they are removed', async () => {
    const browser = await deskBrowser(api, 'supervisor')
    const codes = '/staff/compte/codes'
    const wrong = await browser.post(`${codes}/preparer`, { password: 'faux' })
    assert.equal(wrong.status, 422)
    const begun = await browser.post(`${codes}/preparer`, { password })
    assert.match(begun.text, /<svg[^>]*aria-label="Secret de vos codes/)
    const secret = /<code>([A-Z2-7]{16,})<\/code>/.exec(begun.text)?.[1] ?? ''
    const device = new TOTP({ secret: Secret.fromBase32(secret) })
    const slip = await browser.post(`${codes}/activer`, { code: '000000' })
    assert.equal(slip.status, 422)
    const on = await browser.post(`${codes}/activer`, { code: device.generate() })
    const [, recovery = ''] = /<li><code>([^<]+)<\/code>/.exec(on.text) ?? []
    assert.equal([...on.text.matchAll(/<li><code>/g)].length, 10)
    const elsewhere = deskBrowserOf(api, browser.member)
    const { email } = browser.member
    const step = await elsewhere.post('/staff/connexion', { email, password })
    assert.equal(step.location, '/staff/connexion/code?next=%2Fstaff')
    assert.match((await elsewhere.get('/staff')).location ?? '', /connexion/)
    const opened = await elsewhere.post('/staff/connexion/code', { code: recovery })
    assert.equal(opened.location, '/staff')
    const off = await elsewhere.post(`${codes}/retirer`, { password })
    assert.equal(off.location, '/staff/compte')
    const plain = deskBrowserOf(api, browser.member)
    const again = await plain.post('/staff/connexion', { email, password })
    assert.equal(again.location, '/staff')
  })

  it('ends the session with a log-out, everywhere the cookie was kept', async () => {
    const browser = await deskBrowser(api, 'agent')
    const kept = new Map(browser.cookies)
    assert.equal((await browser.post('/staff/deconnexion')).location, '/staff/connexion')
    const other = deskBrowserOf(api, browser.member, kept)
    assert.match((await other.get('/staff')).location ?? '', /connexion/)
  })

  it('sends its pages with the policy of all pages: no frame, no cache, nothing from elsewhere', async () => {
    const { headers } = await (await deskBrowser(api, 'agent')).get('/staff')
    assert.match(
      headers.get('Content-Security-Policy') ?? '',
      /default-src 'none'.*frame-ancestors 'none'/,
    )
    assert.equal(headers.get('X-Frame-Options'), 'DENY')
    assert.equal(headers.get('Cache-Control'), 'no-store')
  })
})
