import assert from 'node:assert/strict'
import { readCodeMail } from '#use-cases/mail/standing.ts'
import { postMail } from '#use-cases/mail/post.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { type Mailbox, startMailbox } from '#dev/mailbox.ts'
import { freePorts } from '#dev/ports.ts'
import { createStaffMember } from '#test/support/people.ts'
import { type SkippedService, startSkippedService } from '#test/support/time-skipping.ts'
import { keepHistory } from './corpus.ts'
import { clearText, handOver, readRun, resultOf, timersOf } from './runs.ts'

const code = 'ABCD-EFGH-JKLM'

describe('the run of a mail', () => {
  let service: SkippedService
  let mailbox: Mailbox | undefined
  let port: number

  before(async function () {
    this.timeout(60_000)
    ;[port = 0] = await freePorts(1)
    // Each failure of the step is told as an error, which is what happens here.
    const changes = { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'fatal' }
    service = await startSkippedService(changes)
  })
  after(async () => {
    await service?.stop()
    await mailbox?.close()
  })

  const posted = async () => {
    const { database } = service
    const member = await createStaffMember(database)
    await inTransaction(database.pool, (tx) =>
      postMail(tx, database, { personId: member.id, kind: 'invitation', code }),
    )
    const { id } = await onPool(database.pool).one<{ id: string }>(
      'select id from mail where person_id = $1',
      [member.id],
    )
    return { member, id }
  }
  const client = () => service.environment.client

  it('ends late where no mail server takes it before its time is over; its code is gone', async function () {
    this.timeout(60_000)
    const { member, id } = await posted()
    await handOver(service, id)
    await onPool(service.database.pool).rows(
      `update mail set expires_at = now() - interval '1 s' where id = $1`,
      [id],
    )
    assert.equal(await resultOf(client(), 'mail', id), 'late')
    assert.equal((await readCodeMail(service.database, member))?.outcome, 'late')
    const { sealed } = await onPool(service.database.pool).one<{ sealed: unknown }>(
      'select code_sealed as sealed from mail where id = $1',
      [id],
    )
    assert.equal(sealed, null)
    await keepHistory(client(), 'mail', { name: 'mail-late', subjectId: id })
  })

  it('is handed over once, on a queue of its own; neither code nor address is in its history', async function () {
    this.timeout(60_000)
    mailbox = await startMailbox(port)
    const { member, id } = await posted()
    await handOver(service, id)
    assert.equal(await resultOf(client(), 'mail', id), 'sent')
    const got = mailbox.mails.filter(({ to }) => to === member.email)
    assert.deepEqual([got.length, got[0]?.text.includes(code)], [1, true])
    const run = await readRun(client(), 'mail', id)
    assert.deepEqual(timersOf(run), [])
    const queues = run.events.flatMap(
      ({ activityTaskScheduledEventAttributes: step }) => step?.taskQueue.name ?? [],
    )
    assert.deepEqual(queues, ['mail'])
    const history = clearText(run)
    for (const secret of [code, member.email, member.name])
      assert.ok(!history.includes(secret), secret)
    await keepHistory(client(), 'mail', { name: 'mail-sent', subjectId: id })
  })
})
