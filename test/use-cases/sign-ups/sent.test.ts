import assert from 'node:assert/strict'
import { askSignUp } from '#use-cases/sign-ups/ask.ts'
import { onPool } from '#db/sql.ts'
import { type Mailbox, startMailbox } from '#dev/mailbox.ts'
import { freePorts } from '#dev/ports.ts'
import { eventually } from '#test/support/call.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { applicant } from '#test/support/sign-ups.ts'
import { clearText, readRun } from '#test/workflows/runs.ts'

describe('the mail of a sign-up', () => {
  let service: TestService
  let mailbox: Mailbox | undefined
  let port: number
  const logged: string[] = []
  before(async function () {
    this.timeout(60_000)
    ;[port = 0] = await freePorts(1)
    const changes = { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'debug' }
    service = await startTestService(changes, { write: (line) => void logged.push(line) })
  })
  after(async () => {
    await service?.stop()
    await mailbox?.close()
  })

  it('goes out once the mail server is back; the sign-up stands meanwhile, and nothing of it is in history or log', async function () {
    this.timeout(60_000)
    const one = applicant()
    await askSignUp(service.database, one)
    const { id } = await onPool(service.database.pool).one<{ id: string }>(
      'select mail_id as id from sign_up where email = $1',
      [one.email],
    )
    const begun = async () =>
      (await readRun(service.temporal, 'mail', id).catch(() => undefined)) !== undefined
    await eventually(begun)
    mailbox = await startMailbox(port)
    const box = mailbox
    await eventually(async () => box.mails.some(({ to }) => to === one.email), 30_000)
    const mail = box.mails.find(({ to }) => to === one.email)
    const code = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mail?.text ?? '')?.[0] ?? ''
    assert.ok(code !== '')
    const history = clearText(await readRun(service.temporal, 'mail', id))
    const seen = [history, ...logged].join('\n')
    for (const secret of [code, one.email, one.personName, one.businessName, one.phone])
      assert.ok(!seen.includes(secret), secret)
  })
})
