import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { Person } from '#domain/people/person.ts'
import { challengeUntil } from '#use-cases/passkeys/challenges.ts'
import { tokenDigest } from '#use-cases/sessions/sessions.ts'
import { paths as portalPaths } from '#web/portal/paths.ts'
import { paths as staffPaths } from '#web/staff/paths.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { eventually } from '#test/support/call.ts'
import { enrol, newPerson } from '#test/support/enrolled.ts'
import { askIn, type Behaviour, softDevice, type SoftDevice } from '#test/support/passkeys.ts'
import { password } from '#test/support/people.ts'
import { type Answer, readerOf } from '#test/support/portal.ts'
import { deskBrowserOf } from '#test/support/staff-pages.ts'

const publicUrl = 'http://localhost:4444'

type Line = Readonly<Record<string, unknown>>

/** A browser of somebody, whichever door it stands at. */
interface Browser {
  readonly cookies: Map<string, string>
  get(path: string): Promise<Answer>
  post(path: string, fields?: Readonly<Record<string, string>>): Promise<Answer>
}

interface Owner {
  readonly person: Person
  readonly browser: Browser
  readonly device: SoftDevice
  readonly recoveryCodes: readonly string[]
}

for (const realm of ['portal', 'staff'] as const) {
  describe(`passkeys of people of the ${realm}`, () => {
    let api: ApiAlone
    const lines: Line[] = []
    before(async () => {
      const write = (line: string) => void lines.push(JSON.parse(line) as Line)
      const changes = { PUBLIC_URL: publicUrl, LOG_LEVEL: 'info' }
      api = await startApiAlone(changes, {}, { write })
    })
    after(() => api?.stop())

    const paths = realm === 'portal' ? portalPaths : staffPaths

    const browserOf = (person: Person, cookies = new Map<string, string>()): Browser =>
      person.realm === 'portal'
        ? readerOf(api, person, cookies)
        : deskBrowserOf(api, person, cookies)

    /** Somebody with codes, whose device has no passkey yet. */
    async function somebody(): Promise<Owner> {
      const person = await newPerson(api, realm)
      const { cookies, recoveryCodes } = await enrol(api.database, realm, person)
      const browser = browserOf(person, cookies)
      return { person, browser, device: softDevice(publicUrl), recoveryCodes }
    }

    const begin = ({ browser, recoveryCodes }: Owner, fields = {}) => {
      const code = recoveryCodes[0] ?? ''
      const given = { nom: 'Mon téléphone', password, code, ...fields }
      return browser.post(`${paths.passkeys}/preparer`, given)
    }

    const add = ({ browser }: Owner, answer: string) =>
      browser.post(`${paths.passkeys}/ajouter`, { nom: 'Mon téléphone', answer })

    /** The same with a passkey on the device. */
    async function owner(): Promise<Owner> {
      const one = await somebody()
      const asked = await begin(one)
      const added = await add(one, one.device.make(askIn(asked.text)))
      assert.deepEqual([added.status, added.location], [303, paths.passkeys], added.text)
      return one
    }

    /** A whole log-in in a browser that nobody is logged in to. */
    async function comeIn({ person, device }: Owner, how: Behaviour = {}) {
      const browser = browserOf(person)
      const asked = await browser.get(paths.passkey)
      const answer = device.sign(askIn(asked.text), how)
      return { browser, answer, entered: await browser.post(paths.passkey, { answer }) }
    }

    /** The page of the second step, after the password. */
    async function secondStep(person: Person) {
      const browser = browserOf(person)
      await browser.post(paths.logIn, { email: person.email, password })
      return { browser, page: await browser.get(paths.code) }
    }

    /** Why the last refusals of somebody were, as the log of acts has it. */
    async function refusals({ id }: Person): Promise<unknown[]> {
      const [table, column] =
        realm === 'portal' ? ['activity_log', 'portal_user_id'] : ['staff_audit', 'staff_member_id']
      const rows = await onPool(api.database.pool).rows<{ why: string }>(
        `select details ->> 'why' as why from ${table} where ${column} = $1 and outcome = 'invalid_passkey' order by id`,
        [id],
      )
      return rows.map(({ why }) => why)
    }

    const heard = (why: string) =>
      eventually(() =>
        Promise.resolve(
          lines.find((line) => line['event'] === 'auth.failed' && line['why'] === why),
        ),
      )

    function assertRefused({ status, text, location }: Answer): void {
      assert.deepEqual([status, location], [422, null])
      assert.match(text, /Cette clé d’accès n’est pas acceptée\. Recommencez\./)
    }

    const isIn = async (browser: Browser) => (await browser.get(paths.account)).status === 200

    it('are made after password and code, named, listed, and taken away, of which its person is told', async () => {
      const one = await owner()
      const { browser, person } = one
      assert.match((await browser.get(paths.passkeys)).text, /Mon téléphone/)
      const { text } = await browser.get(paths.passkeys)
      const [, id = ''] = /<option value="([0-9a-f-]{36})"/.exec(text) ?? []
      const wrong = await browser.post(`${paths.passkeys}/retirer`, { cle: id, retrait: 'faux' })
      assert.equal(wrong.status, 422)
      const fields = { cle: id, retrait: password }
      const removed = await browser.post(`${paths.passkeys}/retirer`, fields)
      assert.equal(removed.location, paths.passkeys)
      assert.ok(!(await browser.get(paths.passkeys)).text.includes('Mon téléphone'))
      const { entered, browser: stranger } = await comeIn(one)
      assertRefused(entered)
      assert.equal(await isIn(stranger), false)
      await heard('unknown_passkey')
      const mails = await onPool(api.database.pool).rows<{ act: string }>(
        `select details ->> 'act' as act from mail where person_id = $1 and details ->> 'act' like 'passkey.%' order by id`,
        [person.id],
      )
      assert.deepEqual(
        mails.map(({ act }) => act),
        ['passkey.add', 'passkey.remove'],
      )
    })

    it('are made for nobody without the password, a code, or codes at all', async () => {
      const one = await somebody()
      for (const fields of [{ password: 'faux' }, { code: '000000' }, { code: '' }, { nom: '' }]) {
        const answer = await begin(one, fields)
        assert.equal(answer.status, 422, JSON.stringify(fields))
        assert.ok(!answer.text.includes('data-ask'))
      }
      const person = await newPerson(api, realm)
      const { cookies } = await enrol(api.database, realm, person)
      await onPool(api.database.pool).rows(
        'update person set code_secret_sealed = null where id = $1',
        [person.id],
      )
      const without = await begin({ ...one, browser: browserOf(person, cookies) })
      assert.equal(without.status, 422)
      assert.match(without.text, /Activez d’abord vos codes à usage unique/)
    })

    it('are the whole of a log-in, or its second step', async () => {
      const one = await owner()
      const { browser, entered } = await comeIn(one)
      assert.deepEqual([entered.status, entered.location], [303, paths.home], entered.text)
      assert.equal(await isIn(browser), true)
      const step = await secondStep(one.person)
      const answer = one.device.sign(askIn(step.page.text))
      const next = paths.account
      const given = await step.browser.post(paths.codePasskey, { answer, next })
      assert.deepEqual([given.status, given.location], [303, paths.account], given.text)
      assert.equal(await isIn(step.browser), true)
      const again = await step.browser.post(paths.codePasskey, { answer })
      assert.equal(again.location, paths.logIn, 'the step is over')
      assert.match((await one.browser.get(paths.passkeys)).text, /Dernière connexion/)
      assert.deepEqual(await refusals(one.person), [])
    })

    const bad: Readonly<Record<string, readonly [how: Behaviour, why: string]>> = {
      'of another site': [{ origin: 'https://evil.example' }, 'other_site'],
      'for another site': [{ rpId: 'evil.example' }, 'not_signed'],
      'with another key': [{ isForged: true }, 'not_signed'],
      'whose person was not verified': [{ isVerified: false }, 'unverified'],
      'of a copy, which counts less': [{ signCount: 1 }, 'counter'],
    }

    it('are refused, and the refusal is told of and written down, when the answer is wrong in any way', async () => {
      const one = await owner()
      const first = await comeIn(one, { signCount: 5 })
      assert.equal(first.entered.status, 303)
      for (const [name, [how, why]] of Object.entries(bad)) {
        const { browser, entered } = await comeIn(one, { signCount: 6, ...how })
        assertRefused(entered)
        assert.equal(await isIn(browser), false, name)
        const step = await secondStep(one.person)
        const answer = one.device.sign(askIn(step.page.text), { signCount: 6, ...how })
        assertRefused(await step.browser.post(paths.codePasskey, { answer }))
        assert.equal(await isIn(step.browser), false, name)
        await heard(why)
        assert.equal((await refusals(one.person)).at(-1), why, name)
      }
      for (const answer of ['', '{', 'null', '{"id":"a"}', '[]', 'x'.repeat(20_000)]) {
        const browser = browserOf(one.person)
        await browser.get(paths.passkey)
        assertRefused(await browser.post(paths.passkey, { answer }))
      }
      await heard('malformed')
    })

    it('are refused where the challenge was answered, is old, of another browser, or for something else', async () => {
      const one = await owner()
      const { answer, browser } = await comeIn(one)
      await browser.post(paths.logOut)
      const replayed = browserOf(one.person, browser.cookies)
      assertRefused(await replayed.post(paths.passkey, { answer }))
      const other = browserOf(one.person)
      const elsewhere = await other.get(paths.passkey)
      const mine = browserOf(one.person)
      await mine.get(paths.passkey)
      const stolen = one.device.sign(askIn(elsewhere.text))
      assertRefused(await mine.post(paths.passkey, { answer: stolen }))
      const step = await secondStep(one.person)
      const ofStep = one.device.sign(askIn(step.page.text))
      assertRefused(await mine.post(paths.passkey, { answer: ofStep }))
      await heard('other_challenge')

      const late = browserOf(one.person)
      const asked = askIn((await late.get(paths.passkey)).text)
      const token = late.cookies.get(`${realm}_passkey`) ?? ''
      const holder = tokenDigest(token).toString('hex')
      const old = challengeUntil(api.database, { purpose: 'log_in', holder }, Date.now() - 60_000)
      const tooLate = one.device.sign(asked, { challenge: old.toString('base64url') })
      assertRefused(await late.post(paths.passkey, { answer: tooLate }))
      await heard('old_challenge')

      const twice = browserOf(one.person)
      const once = one.device.sign(askIn((await twice.get(paths.passkey)).text))
      const kept = new Map(twice.cookies)
      const ends = await Promise.all(
        [1, 2, 3].map(() =>
          browserOf(one.person, new Map(kept)).post(paths.passkey, { answer: once }),
        ),
      )
      assert.equal(ends.filter(({ status }) => status === 303).length, 1, 'one of three at once')
      await heard('answered')
    })

    it('open no account but their owner’s, in no other realm, and none that is closed', async () => {
      const [one, another] = [await owner(), await owner()]
      const step = await secondStep(another.person)
      const answer = one.device.sign(askIn(step.page.text))
      assertRefused(await step.browser.post(paths.codePasskey, { answer }))
      assert.equal(await isIn(step.browser), false)
      assert.deepEqual(await refusals(another.person), ['other_person'])
      await heard('other_person')
      const elsewhere = realm === 'portal' ? staffPaths : portalPaths
      const stranger = browserOf(one.person)
      const asked = await stranger.get(elsewhere.passkey)
      const wrongDoor = one.device.sign(askIn(asked.text))
      assertRefused(await stranger.post(elsewhere.passkey, { answer: wrongDoor }))
      await onPool(api.database.pool).rows(`update person set status = 'disabled' where id = $1`, [
        one.person.id,
      ])
      assertRefused((await comeIn(one)).entered)
    })

    it('are refused when they are made elsewhere, in another session, or twice', async () => {
      for (const how of [
        { origin: 'https://evil.example' },
        { rpId: 'x' },
        { isVerified: false },
      ]) {
        const one = await somebody()
        const asked = askIn((await begin(one)).text)
        assertRefused(await add(one, one.device.make(asked, how)))
        assert.equal((await refusals(one.person)).length, 1)
      }
      const [one, another] = [await somebody(), await somebody()]
      const made = one.device.make(askIn((await begin(one)).text))
      assertRefused(await add(another, made))
      assert.equal((await add(one, made)).status, 303)
      assertRefused(await add(one, made))
      assert.deepEqual(await refusals(one.person), ['answered'])
      const copied = one.device.make(askIn((await begin(another)).text))
      assertRefused(await add(another, copied))
      assert.deepEqual(await refusals(another.person), ['other_challenge', 'known_elsewhere'])
    })

    it('go with the codes, without which nobody has any', async () => {
      const one = await owner()
      const action = realm === 'portal' ? portalPaths.removeCodes : `${staffPaths.codes}/retirer`
      assert.equal((await one.browser.post(action, { password })).status, 303)
      assertRefused((await comeIn(one)).entered)
    })
  })
}
