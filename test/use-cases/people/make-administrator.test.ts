import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import { makeAdministrator } from '#use-cases/people/make-administrator.ts'
import type { Database } from '#db/connect.ts'
import { listStaffAudit } from '#use-cases/audit/list.ts'
import { cause, createStaffMember, loggedIn, password, tryLogIn } from '#test/support/people.ts'
import { onPool } from '#db/sql.ts'
import { openDatabase } from '#test/support/service.ts'
import { freshEmail } from '#test/support/staff.ts'
import { createDatabase } from '#test/support/stack.ts'
import { outcomeOf } from '#test/support/outcome.ts'

describe('the first administrator', () => {
  let url: string
  let database: Database
  beforeEach(async () => {
    url = await createDatabase()
    database = await openDatabase(url)
  })
  afterEach(() => database?.close())

  const accept = (email: string, code: string) =>
    acceptInvitation(database, 'staff', {
      email,
      code,
      password,
      address: randomUUID(),
      cause: cause(),
    })
  const make = (email: string) => makeAdministrator(database, { name: 'Akouvi Hounsou', email })
  it('is made where there is none, and a second one; from then on the two make the others', async () => {
    const email = freshEmail()
    const { person, invitationCode } = await make(email)
    assert.equal(person.role, 'administrator')
    await accept(email, invitationCode)
    await loggedIn(database, 'staff', { email })
    const second = freshEmail()
    const made = await make(second)
    await accept(second, made.invitationCode)
    assert.equal(await outcomeOf(make(freshEmail())), 'operation_not_allowed')
    const both = await onPool(database.pool).rows(
      'select id from person where approves_from is not null',
    )
    assert.deepEqual(both, [], 'the first two approve at once: there is nobody else')
    const lines = await listStaffAudit(database, { limit: 10, subjectId: person.id })
    assert.deepEqual(lines.at(-1)?.actor, { id: null, name: 'npm run staff' })
  })

  it('gets another code where the first was lost, also once active, and no one-time code stands in the way', async () => {
    const email = freshEmail()
    const { invitationCode: lost } = await make(email)
    const { invitationCode: second } = await make(email.toUpperCase())
    assert.equal(await outcomeOf(accept(email, lost)), 'invalid_invitation')
    await accept(email, second)
    const { invitationCode: third } = await make(email)
    await accept(email, third)
    assert.equal((await tryLogIn(database, 'staff', { email })).step, 'open')
  })

  it('is nobody of another role', async () => {
    const agent = await createStaffMember(database)
    assert.equal(await outcomeOf(make(agent.email)), 'email_taken')
  })

  it('may be invited under other addresses, for one may be mistyped, until two have a password', async () => {
    const emails = [freshEmail(), freshEmail(), freshEmail()]
    const made = await Promise.all(emails.map(make))
    for (const at of [0, 2]) await accept(emails[at] ?? '', made[at]?.invitationCode ?? '')
    assert.equal(await outcomeOf(make(freshEmail())), 'operation_not_allowed')
  })

  it('is made by `npm run staff`, which prints the code once, and says what is wrong with what it was given', async () => {
    const email = freshEmail()
    const { code, out } = await run([email, 'Akouvi', 'Hounsou'])
    assert.equal(code, 0, out)
    const [, printed = ''] = /shown once: (\S+)/.exec(out) ?? []
    assert.ok(out.includes(`Administrator: Akouvi Hounsou <${email}>`))
    assert.equal(printed.replaceAll('-', '').length, 12)
    const bad = await run(['nobody', 'Akouvi'])
    assert.equal(bad.code, 1)
    assert.match(bad.out, /Usage/)
  })

  async function run(given: readonly string[]): Promise<{ code: number | null; out: string }> {
    const main = fileURLToPath(new URL('../../../server/cli/staff-main.ts', import.meta.url))
    const child = spawn(process.execPath, [main, ...given], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: url,
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        MASTER_KEY: 'a'.repeat(64),
      },
    })
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended, out: out + err }
  }
})
