import assert from 'node:assert/strict'
import { invitePerson } from '#use-cases/people/invite.ts'
import type { MailId } from '#domain/ids.ts'
import { readMail } from '#use-cases/mail/send.ts'
import { readCodeMail } from '#use-cases/mail/standing.ts'
import { postMail } from '#use-cases/mail/post.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { type Mailbox, startMailbox } from '#dev/mailbox.ts'
import { freePorts } from '#dev/ports.ts'
import { eventually } from '#test/support/call.ts'
import { cause, createOwner } from '#test/support/people.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { freshEmail } from '#test/support/staff.ts'
import { readRun, clearText } from '#test/workflows/runs.ts'

describe('mail', () => {
  let service: TestService
  let mailbox: Mailbox | undefined
  let smtpPort: number
  const logged: string[] = []
  before(async function () {
    this.timeout(60_000)
    ;[smtpPort = 0] = await freePorts(1)
    const changes = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, LOG_LEVEL: 'debug' }
    service = await startTestService(changes, { write: (line) => void logged.push(line) })
  })
  after(async () => {
    await service?.stop()
    await mailbox?.close()
  })

  const invited = async (email: string) => {
    const { database } = service
    const owner = await createOwner(database)
    const account = { name: 'Sènami Ọlá', email, role: 'developer', cause: cause() } as const
    return invitePerson(database, { realm: 'portal', inviter: owner }, account)
  }
  const mailOf = async (id: string) => {
    const [mail] = await onPool(service.database.pool).rows<{ id: string; sealed: unknown }>(
      `select id, code_sealed as sealed from mail where person_id = $1 and kind <> 'people_act'`,
      [id],
    )
    assert.ok(mail)
    return mail
  }

  it('waits while the mail server is away, and is sent once it is there; nothing of it stands in history or log', async function () {
    this.timeout(60_000)
    const email = freshEmail()
    const person = await invited(email)
    const { id } = await mailOf(person.id)
    const failed = async () =>
      (await readRun(service.temporal, 'mail', id).catch(() => undefined)) !== undefined
    await eventually(failed)
    assert.equal((await readCodeMail(service.database, person))?.outcome, null)
    mailbox = await startMailbox(smtpPort)
    const box = mailbox
    // The administrators of the merchant, of whom this person is one, are told of it as well.
    const codeMail = () =>
      box.mails.find(({ to, text }) => to === email && text.includes('/portail/invitation'))
    await eventually(async () => codeMail() !== undefined, 30_000)
    await eventually(async () => (await readCodeMail(service.database, person))?.outcome === 'sent')
    const mail = codeMail()
    assert.ok(mail)
    assert.match(mail.text, /Bonjour Sènami Ọlá/)
    assert.match(mail.text, /\/portail\/invitation/)
    const code = /^ {4}(\S+)/m.exec(mail.text)?.[1] ?? ''
    assert.equal(code.replaceAll('-', '').length, 12)
    assert.equal((await mailOf(person.id)).sealed, null, 'the code is gone from the books')
    const history = clearText(await readRun(service.temporal, 'mail', id))
    for (const secret of [code, email, 'Sènami'])
      assert.ok(!history.includes(secret) && !logged.join('').includes(secret), secret)
    const page = await (await fetch(box.url)).text()
    assert.ok(page.includes(email) && page.includes(code))
    const list = (await (await fetch(`${box.url}/mails.json`)).json()) as { to: string }[]
    assert.ok(list.some(({ to }) => to === email))
  })

  it('says no more of a name than a name: a stranger who signed up writes nobody a message, nor a link, by inviting them', async () => {
    const { database } = service
    const message =
      'cher client,\n\nVotre compte est bloqué. Ouvrez https://evil.example/a?b=c ou 0197001234'
    const owner = await createOwner(database)
    await onPool(database.pool).rows('update person set name = $2 where id = $1', [
      owner.id,
      'evil.example www.evil.example x@evil.example',
    ])
    const account = {
      name: message,
      email: freshEmail(),
      role: 'developer',
      cause: cause(),
    } as const
    const person = await invitePerson(database, { realm: 'portal', inviter: owner }, account)
    const { id } = await mailOf(person.id)
    const mail = await readMail(database, id as MailId, 'https://pay.example')
    assert.ok('outgoing' in mail && mail.outgoing.channel === 'email')
    const { text, subject, to } = mail.outgoing
    const whole = `${subject}\n${to.name}\n${text}`
    assert.match(text, /^Bonjour cher client, Votre compte est bloqué. Ouvrez/)
    assert.doesNotMatch(whole, /evil\.example|www\.\S|@evil|0197001234|\n\nVotre compte/)
    assert.deepEqual(
      [...whole.matchAll(/https?:\S+/g)].map(([link]) => link),
      ['https://pay.example/portail/invitation'],
    )
    assert.equal(to.name.includes('\n'), false)
  })

  it('comes once to whoever is invited, and says who invites', async () => {
    const email = freshEmail()
    const { id } = await invited(email)
    const kinds = await onPool(service.database.pool).rows<{ kind: string }>(
      'select kind from mail where person_id = $1',
      [id],
    )
    assert.deepEqual(kinds, [{ kind: 'invitation' }])
    const mail = () => mailbox?.mails.find(({ to }) => to === email)
    await eventually(async () => mail() !== undefined, 30_000)
    assert.match(mail()?.text ?? '', /De la part de\u00A0: \S+/)
  })

  it('tells the owner of an invitation, without a code', async () => {
    const person = await invited(freshEmail())
    const [owner] = await onPool(service.database.pool).rows<{ email: string }>(
      `select p.email from mail m join person p on p.id = m.person_id
       where m.kind = 'people_act' and m.details ->> 'to' = $1 and p.id <> $1::uuid`,
      [person.id],
    )
    const told = () => mailbox?.mails.find(({ to }) => to === owner?.email)
    await eventually(async () => told() !== undefined, 30_000)
    assert.match(told()?.text ?? '', /Une invitation est partie pour le compte de Sènami Ọlá/)
  })

  it('ends unsent where it is too late, and is told of once only', async () => {
    const person = await invited(freshEmail())
    await inTransaction(service.database.pool, async (tx) => {
      await postMail(tx, service.database, { personId: person.id, kind: 'people_act' })
      await tx.rows(
        `update mail set expires_at = now() - interval '1 s' where person_id = $1 and details = '{}'`,
        [person.id],
      )
    })
    const outcome = async () =>
      onPool(service.database.pool).one<{ outcome: string | null }>(
        `select outcome from mail where person_id = $1 and details = '{}' and kind = 'people_act'`,
        [person.id],
      )
    await eventually(async () => (await outcome()).outcome === 'late', 30_000)
    await assert.rejects(
      onPool(service.database.pool).rows(
        `update mail set outcome = 'sent' where person_id = $1 and outcome = 'late'`,
        [person.id],
      ),
    )
  })
})
