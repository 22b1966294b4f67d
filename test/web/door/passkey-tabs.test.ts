import assert from 'node:assert/strict'
import { paths as portalPaths } from '#web/portal/paths.ts'
import { paths as staffPaths } from '#web/staff/paths.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { newPerson } from '#test/support/enrolled.ts'
import { type PasskeyOwner, passkeyOwner } from '#test/support/passkey-owner.ts'
import { askIn } from '#test/support/passkeys.ts'
import { readerOf } from '#test/support/portal.ts'
import { deskBrowserOf } from '#test/support/staff-pages.ts'

const publicUrl = 'http://localhost:4444'

for (const realm of ['portal', 'staff'] as const) {
  describe(`log-ins by passkey in several tabs, of people of the ${realm}`, () => {
    let api: ApiAlone
    before(async () => {
      api = await startApiAlone({ PUBLIC_URL: publicUrl })
    })
    after(() => api?.stop())

    const paths = realm === 'portal' ? portalPaths : staffPaths
    const cookie = `${realm}_passkey`
    const owner = async () => passkeyOwner(api, await newPerson(api, realm), publicUrl)
    const browserOf = ({ person }: PasskeyOwner, cookies = new Map<string, string>()) =>
      person.realm === 'portal'
        ? readerOf(api, person, cookies)
        : deskBrowserOf(api, person, cookies)

    it('do not end each other: each is answered, once, in that browser alone', async () => {
      const one = await owner()
      const browser = browserOf(one)
      const answers: string[] = []
      for (let opened = 0; opened < 3; opened += 1) {
        const { text } = await browser.get(paths.passkey)
        answers.push(one.device.sign(askIn(text)))
      }
      const [first = '', second = '', third = ''] = answers
      const kept = new Map(browser.cookies)
      const send = async (answer: string, to = browser) =>
        (await to.post(paths.passkey, { answer })).status
      assert.equal(await send(second, browserOf(one)), 422)
      assert.equal(await send(first), 303)
      assert.equal((await browser.get(paths.account)).status, 200)
      assert.equal(await send(first, browserOf(one, new Map(kept))), 422)
      assert.equal(await send(second, browserOf(one, new Map(kept))), 303)
      assert.equal(await send(third), 303)
    })

    it('are told apart by nothing that a browser made up', async () => {
      const one = await owner()
      for (const held of ['', 'x', 'x'.repeat(44), '~'.repeat(43)]) {
        const browser = browserOf(one, new Map([[cookie, held]]))
        await browser.get(paths.passkey)
        assert.match(browser.cookies.get(cookie) ?? '', /^[\w-]{43}$/)
      }
    })
  })
}
