import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inTransaction, onPool } from '#db/sql.ts'
import { askAccountChange } from '#use-cases/account-changes/ask.ts'
import { challengeUntil } from '#use-cases/passkeys/challenges.ts'
import { newProof, noProof } from '#use-cases/passkeys/proofs.ts'
import { openSession } from '#use-cases/sessions/sessions.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import { paths as portalPaths } from '#web/portal/paths.ts'
import { paths as staffPaths } from '#web/staff/paths.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { type PasskeyOwner, passkeyOwner } from '#test/support/passkey-owner.ts'
import type { Behaviour } from '#test/support/passkeys.ts'
import { cause, createPortalUser, createStaffMember, password } from '#test/support/people.ts'
import { createPortalMerchant, readerOf } from '#test/support/portal.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'

const publicUrl = 'http://localhost:4445'
const refusedText = /Cette clé d’accès n’est pas acceptée\. Recommencez\./

describe('a passkey in place of the password', () => {
  let api: ApiAlone
  before(async () => {
    api = await startApiAlone({ PUBLIC_URL: publicUrl })
  })
  after(() => api?.stop())

  const administrator = async (): Promise<PasskeyOwner> =>
    passkeyOwner(api, await createStaffMember(api.database, 'administrator'), publicUrl)

  const owner = async (): Promise<PasskeyOwner> => {
    const merchant = await createPortalMerchant(api.database)
    return passkeyOwner(
      api,
      await createPortalUser(api.database, { ...merchant, role: 'owner' }),
      publicUrl,
    )
  }

  /** An invitation that this administrator asks for; its page. */
  async function wanted({ person }: PasskeyOwner): Promise<string> {
    assert.ok(person.realm === 'staff')
    const email = `nouveau.${randomUUID()}@example.com`
    const invited = { kind: 'invite', name: 'Sena Dossou', email, role: 'agent' } as const
    const id = await askAccountChange(api.database, person, {
      wanted: invited,
      password,
      cause: cause(),
    })
    return `${staffPaths.changes}/${id}`
  }

  const approve = async (one: PasskeyOwner, page: string, fields: Record<string, string>) =>
    one.browser.post(`${page}/approuver`, fields)

  /** A new API key, with what its form carries. */
  async function newKey({ person, browser }: PasskeyOwner, fields: Record<string, string>) {
    assert.ok(person.realm === 'portal')
    const { text } = await browser.get(portalPaths.keys)
    const hidden = (name: string): string =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? ''
    const marks = { place: hidden('place'), form_id: hidden('form_id') }
    return browser.post(portalPaths.keys, { type: 'secret', ancienne: '0', ...marks, ...fields })
  }

  it('confirms an act at the desk and a write of the portal, each for itself', async () => {
    const [one, another] = [await administrator(), await administrator()]
    const page = await wanted(one)
    const done = await approve(another, page, await another.confirming(`${page}/approuver`))
    assert.deepEqual([done.status, done.location], [303, staffPaths.changes], done.text)
    const refused = await wanted(one)
    const field = 'refuse_password'
    const given = await another.confirming(`${refused}/refuser`, { field })
    assert.equal((await another.browser.post(`${refused}/refuser`, given)).status, 303)
    const merchant = await owner()
    const made = await newKey(merchant, await merchant.confirming(portalPaths.keys))
    assert.match(made.text, /SKLIVE_[0-9a-f]{48}/)
  })

  it('is offered to whoever has one, beside the password, and to nobody else', async () => {
    const [one, another] = [await administrator(), await administrator()]
    const page = await wanted(one)
    const offered = /data-passkey="confirm" data-question="\/staff\/compte\/cles-acces\/question"/
    assert.match((await another.browser.get(page)).text, offered)
    const merchant = await owner()
    assert.match((await merchant.browser.get(portalPaths.keys)).text, /data-passkey="confirm"/)
    const desk = await deskBrowser(api, 'administrator')
    const { text } = await desk.get(page)
    assert.ok(text.includes('name="password"') && !text.includes('data-passkey'))
    const question = await desk.post(`${staffPaths.passkeys}/question`, { action: page })
    assert.equal(question.status, 409)
    for (const action of ['', 'https://evil.example/', '//evil.example', `/${'a'.repeat(300)}`])
      assert.equal(
        (await one.browser.post(`${staffPaths.passkeys}/question`, { action })).status,
        400,
      )
  })

  it('serves each of two people for themselves: neither who asked, nor with the answer of the other', async () => {
    const [one, another] = [await administrator(), await administrator()]
    const page = await wanted(one)
    const action = `${page}/approuver`
    const own = await approve(one, page, await one.confirming(action))
    assert.equal(own.status, 409)
    assert.match(own.text, /autre/)
    const stolen = await approve(another, page, await one.confirming(action))
    assert.equal(stolen.status, 422)
    assert.match(stolen.text, refusedText)
    assert.equal((await approve(another, page, await another.confirming(action))).status, 303)
  })

  const bad: Readonly<Record<string, Behaviour>> = {
    'of another site': { origin: 'https://evil.example' },
    'for another site': { rpId: 'evil.example' },
    'with another key': { isForged: true },
    'whose person was not verified': { isVerified: false },
    'of a copy, which counts less': { signCount: 1 },
  }

  it('confirms nothing when the answer is wrong in any way, for another act, old, or answered before', async () => {
    const [one, another] = [await administrator(), await administrator()]
    const page = await wanted(one)
    const action = `${page}/approuver`
    const refused = async (fields: Record<string, string>, why: string) => {
      const answer = await approve(another, page, fields)
      assert.equal(answer.status, 422, why)
      assert.match(answer.text, refusedText, why)
    }
    const first = await wanted(one)
    const used = await another.confirming(`${first}/approuver`, { signCount: 5 })
    assert.equal((await approve(another, first, used)).status, 303)
    for (const [why, how] of Object.entries(bad))
      await refused(await another.confirming(action, { signCount: 6, ...how }), why)
    await refused(await another.confirming(`${page}/refuser`), 'for another act')
    await refused(await another.confirming(`${await wanted(one)}/approuver`), 'on another thing')
    await refused({ ...used }, 'answered before')
    for (const passkey_answer of ['{', 'null', 'x'.repeat(20_000)])
      await refused({ password: '', passkey_answer, passkey_for: 'password' }, 'none')
    const { id } = another.person
    const session = await onPool(api.database.pool).one<{ id: string }>(
      'select id from person_session where person_id = $1 and ended_at is null',
      [id],
    )
    const use = { purpose: 'act', holder: `${session.id} ${action}` } as const
    const old = challengeUntil(api.database, use, Date.now() - 60_000).toString('base64url')
    await refused(await another.confirming(action, { challenge: old }), 'old')
    const reasons = await onPool(api.database.pool).rows<{ why: string }>(
      `select details ->> 'why' as why from staff_audit
       where staff_member_id = $1 and act = 'passkey.confirm' and outcome = 'invalid_passkey' order by id`,
      [id],
    )
    assert.deepEqual(
      reasons.map(({ why }) => why),
      [
        'other_site',
        'not_signed',
        'not_signed',
        'unverified',
        'counter',
        'other_challenge',
        'other_challenge',
        'other_challenge',
        'malformed',
        'malformed',
        'malformed',
        'old_challenge',
      ],
    )
    const right = await another.confirming(action, { signCount: 7 })
    assert.equal((await approve(another, page, right)).status, 303)
  })

  it('confirms once, however many of the same come at once, and in its own session alone', async () => {
    const merchant = await owner()
    assert.ok(merchant.person.realm === 'portal')
    const fields = await merchant.confirming(portalPaths.keys)
    const answers = await Promise.all([1, 2, 3].map(() => newKey(merchant, fields)))
    const made = answers.filter(({ text }) => /SKLIVE_[0-9a-f]{48}/.test(text))
    assert.equal(made.length, 1)
    const { person } = merchant
    const opened = await inTransaction(api.database.pool, (tx) => openSession<'portal'>(tx, person))
    const { name, value } = sessionCookie(opened)
    const browser = readerOf(api, person, new Map([[name, value]]))
    const asked = await merchant.confirming(portalPaths.keys)
    const refused = await newKey({ ...merchant, browser }, asked)
    assert.equal(refused.status, 422)
    assert.match(refused.text, refusedText)
  })

  it('leaves no proof that anybody could type: it is of one person, and taken once', async () => {
    const [one, another] = [await administrator(), await administrator()]
    const { database } = api
    const given = await newProof(database, one.person)
    const wrong = { code: 'wrong_password' }
    await assert.rejects(confirmPassword(database, another.person, given), wrong)
    await assert.rejects(confirmPassword(database, one.person, noProof), {
      code: 'invalid_passkey',
    })
    const proof = await newProof(database, one.person)
    await confirmPassword(database, one.person, proof)
    await assert.rejects(confirmPassword(database, one.person, proof), wrong)
  })
})
