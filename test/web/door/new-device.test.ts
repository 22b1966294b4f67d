import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { MailId } from '#domain/ids.ts'
import { readMail } from '#use-cases/mail/send.ts'
import { given } from '#test/support/given.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { createPortalUser, createStaffMember, password } from '#test/support/people.ts'
import { createPortalMerchant, readerOf } from '#test/support/portal.ts'
import { atDesk, look } from '#test/support/staff.ts'
import { deskBrowserOf } from '#test/support/staff-pages.ts'

const phone =
  'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0 essai@example.com'

describe('log-ins from devices that were never seen', () => {
  const api = given(() => sharedApiAlone())

  /** What mails tell somebody of, the first first. */
  const told = (id: string) =>
    onPool(api.database.pool).rows<{ id: MailId; from: string }>(
      `select id, details ->> 'from' as from from mail
       where person_id = $1 and details ->> 'act' = 'session.new_device' order by id`,
      [id],
    )

  const logIn = (email: string, agent: string) =>
    call(api, {
      method: 'POST',
      path: '/staff/api/log-in',
      body: { email, password },
      headers: { 'User-Agent': agent },
    })

  it('are told of by mail and in the log, once for each device; the first ever is not', async () => {
    const { id, email } = await createStaffMember(api.database)
    for (const agent of ['essai/1', 'essai/1', phone, phone, 'essai/1'])
      assert.equal((await logIn(email, agent)).status, 200)
    const mails = await told(id)
    assert.deepEqual(
      mails.map(({ from }) => from),
      ['Firefox sur Android'],
    )
    const [mail] = mails
    assert.ok(mail)
    const read = await readMail(api.database, mail.id, 'https://pay.example.com')
    assert.ok('outgoing' in read && read.outgoing.channel === 'email')
    assert.match(read.outgoing.subject, /nouvel appareil/)
    assert.match(read.outgoing.text, /Appareil\u00A0: Firefox sur Android/)

    const overseer = await atDesk(api.database, 'supervisor')
    const { json } = await look(api, overseer, `/audit?member_id=${id}`)
    const lines = json.data.map(({ details, origin }: Record<string, unknown>) => ({
      details,
      origin,
    }))
    assert.equal(lines.length, 5)
    assert.deepEqual(lines[2], {
      details: { device: 'new' },
      origin: { address: 'ip-127.0.0.0/24', agent: phone },
    })
    const desk = deskBrowserOf(api, overseer.member, new Map([['staff_session', overseer.token]]))
    const { text } = await desk.get(`/staff/journal?membre=${id}`)
    assert.match(text, /Nouvel appareil/)
    assert.match(text, /Firefox sur Android/)
    assert.match(text, /127\.0\.0\.0\/24/)
  })

  it('are told of in a mail that says nothing which whoever logged in wrote to its reader', async () => {
    const { id, email } = await createStaffMember(api.database)
    const asks = 'Votre compte est bloque: appelez le 0197000000 ou https://faux.example/'
    for (const agent of ['essai/1', asks, 'curl/8.5.0'])
      assert.equal((await logIn(email, agent)).status, 200)
    assert.deepEqual(
      (await told(id)).map(({ from }) => from),
      ['Appareil inconnu', 'curl'],
    )
  })

  it('are none where the browser was known, whatever it calls itself now', async () => {
    const merchant = await createPortalMerchant(api.database)
    const user = await createPortalUser(api.database, { ...merchant, role: 'developer' })
    const reader = readerOf(api, user)
    const enter = () => reader.post('/portail/connexion', { email: user.email, password })
    await enter()
    assert.ok(reader.cookies.has('portal_device'))
    await onPool(api.database.pool).rows(
      `update person_session set origin_agent = 'un autre' where person_id = $1`,
      [user.id],
    )
    await enter()
    assert.deepEqual(await told(user.id), [])
    await onPool(api.database.pool).rows(
      `update person_session set origin_agent = 'un autre' where person_id = $1`,
      [user.id],
    )
    reader.cookies.clear()
    await enter()
    assert.equal((await told(user.id)).length, 1)
    const sessions = await reader.get('/portail/compte/sessions')
    assert.match(sessions.text, /un autre/)
    assert.match(sessions.text, /127\.0\.0\.0\/24/)
    const activity = await onPool(api.database.pool).rows<{ device: string | null }>(
      `select details ->> 'device' as device from activity_log where portal_user_id = $1 order by id`,
      [user.id],
    )
    assert.deepEqual(
      activity.map(({ device }) => device),
      [null, null, 'new'],
    )
  })
})
