import assert from 'node:assert/strict'
import { inTransaction } from '#db/sql.ts'
import { type Mailbox, startMailbox } from '#dev/mailbox.ts'
import { chooseNotifications } from '#use-cases/notifications/choose.ts'
import { notify } from '#use-cases/notifications/notify.ts'
import { eventually } from '#test/support/call.ts'
import { createPortalUser } from '#test/support/people.ts'
import { createPortalMerchant } from '#test/support/portal.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { clearText, readRun } from '#test/workflows/runs.ts'

describe('a notification', function () {
  this.timeout(60_000)
  let service: TestService
  let mailbox: Mailbox
  const logged: string[] = []
  before(async () => {
    mailbox = await startMailbox()
    const { smtpUrl, smsUrl, whatsappUrl } = mailbox
    service = await startTestService(
      { SMTP_URL: smtpUrl, SMS_URL: smsUrl, WHATSAPP_URL: whatsappUrl, LOG_LEVEL: 'debug' },
      { write: (line) => void logged.push(line) },
    )
  })
  after(async () => {
    await service?.stop()
    await mailbox?.close()
  })

  it('goes by mail, SMS and WhatsApp, each by a run whose history names nobody', async () => {
    const { database } = service
    const { merchantId, live } = await createPortalMerchant(database)
    const member = await createPortalUser(database, { merchantId, role: 'administrator' })
    const phone = '2290197123456'
    const channels = { standing_order_refused: ['email', 'sms', 'whatsapp'] } as const
    await chooseNotifications(database, member.id, { channels, phone })
    await inTransaction(database.pool, (tx) =>
      notify(tx, database, {
        readers: { serviceEnvId: live.serviceEnvId },
        kind: 'standing_order_refused',
        about: 'un jour',
        details: { name: 'Loyer de Sènami', code: 'insufficient_balance' },
      }),
    )
    const come = () => mailbox.mails.filter(({ to }) => to === member.email || to === `+${phone}`)
    await eventually(() => Promise.resolve(come().length === 3), 30_000)
    assert.deepEqual(
      come()
        .map(({ to }) => to)
        .toSorted(),
      [`+${phone}`, `+${phone}`, member.email].toSorted(),
    )
    for (const { text } of come()) {
      assert.match(text, /Rien n’est parti\u00A0: Loyer de Sènami/)
      assert.match(text, /Tissus Ọlájùmọ̀kẹ́/)
    }
    const { rows } = await database.pool.query<{ id: string; outcome: string }>(
      `select id, outcome from mail where person_id = $1 and kind = 'notification'`,
      [member.id],
    )
    assert.equal(rows.length, 3)
    for (const { id } of rows) {
      const history = clearText(await readRun(service.temporal, 'mail', id))
      for (const secret of [phone, member.email, 'Sènami'])
        assert.ok(!history.includes(secret) && !logged.join('').includes(secret), secret)
    }
  })

  it('goes to one number ten times an hour, whichever merchants send it; the log tells of the rest without the number', async () => {
    const { database } = service
    const phone = '2290197765432'
    const places = [await createPortalMerchant(database), await createPortalMerchant(database)]
    const members: string[] = []
    for (const { merchantId, live } of places) {
      const member = await createPortalUser(database, { merchantId, role: 'administrator' })
      members.push(member.id)
      const channels = { standing_order_refused: ['sms'] } as const
      await chooseNotifications(database, member.id, { channels, phone })
      for (let day = 0; day < 8; day += 1) {
        await inTransaction(database.pool, (tx) =>
          notify(tx, database, {
            readers: { serviceEnvId: live.serviceEnvId },
            kind: 'standing_order_refused',
            about: `jour ${day}`,
            details: { name: 'Loyer', code: 'insufficient_balance' },
          }),
        )
      }
    }
    const outcomes = async () => {
      const { rows } = await database.pool.query<{ outcome: string | null }>(
        `select outcome from mail where person_id = any ($1) and channel = 'sms'`,
        [members],
      )
      return rows.map(({ outcome }) => outcome)
    }
    await eventually(async () => {
      const ends = await outcomes()
      return ends.length === 16 && !ends.includes(null)
    }, 30_000)
    assert.equal(mailbox.mails.filter(({ to }) => to === `+${phone}`).length, 10)
    assert.equal((await outcomes()).filter((outcome) => outcome === 'refused').length, 6)
    const told = logged.filter((line) => line.includes('as many in this hour'))
    assert.equal(told.length, 6)
    assert.ok(!logged.join('').includes(phone))
  })
})
