import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { beginOneTimeCodes } from '#use-cases/sessions/begin-one-time-codes.ts'
import { confirmOneTimeCodes } from '#use-cases/sessions/confirm-one-time-codes.ts'
import { giveOneTimeCode } from '#use-cases/sessions/give-one-time-code.ts'
import { removeOneTimeCodes } from '#use-cases/sessions/remove-one-time-codes.ts'
import { readSession } from '#use-cases/sessions/read.ts'
import { onPool } from '#db/sql.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { givenDatabase } from '#test/support/service.ts'
import { cause, createStaffMember, loggedIn, password, tryLogIn } from '#test/support/people.ts'
import { outcomeOf } from '#test/support/outcome.ts'

/** The code of a device, now or some steps of 30 seconds later. */
function deviceCode(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

describe('one-time codes', () => {
  const database = givenDatabase()

  /** A member of the staff whose log-in asks for codes; the code of the step before was taken. */
  async function enrolled() {
    const member = await createStaffMember(database)
    const { session, token } = await loggedIn(database, 'staff', member)
    const { secret, uri } = await beginOneTimeCodes(database, session, {
      password,
      issuer: 'Essai',
    })
    const code = deviceCode(secret, -1)
    const { recoveryCodes } = await confirmOneTimeCodes(database, session, { code, cause: cause() })
    return { member, session, token, secret, uri, recoveryCodes }
  }

  async function firstStep(member: StaffMember): Promise<string> {
    const answer = await tryLogIn(database, 'staff', member)
    assert.equal(answer.step, 'awaiting_code')
    return answer.token
  }

  const give = (token: string, code: string) =>
    giveOneTimeCode(database, 'staff', { token, code, cause: cause() })

  it('are asked for once a first code was given, and open a session under a new token', async () => {
    const { member, secret, uri } = await enrolled()
    assert.match(uri, /^otpauth:\/\/totp\/Essai:.*secret=/)
    const token = await firstStep(member)
    assert.equal(await readSession(database, 'staff', token), null, 'the first step opens nothing')
    const opened = await give(token, deviceCode(secret))
    assert.notEqual(opened.token, token)
    assert.ok(await readSession(database, 'staff', opened.token))
    assert.equal(await readSession(database, 'staff', token), null)
    assert.equal(await outcomeOf(give(token, deviceCode(secret, 1))), 'session_required', 'once')
  })

  it('are judged by the clock of the books: one machine of the service may be ten minutes off', async () => {
    for (const offMs of [600_000, -600_000]) {
      const { member, secret } = await enrolled()
      const [token, code] = [await firstStep(member), deviceCode(secret)]
      mock.timers.enable({ apis: ['Date'], now: Date.now() + offMs })
      try {
        assert.ok(await give(token, code))
      } finally {
        mock.timers.reset()
      }
    }
  })

  it('are taken once each, and none that is older than one taken', async () => {
    const { member, secret } = await enrolled()
    const code = deviceCode(secret, 1)
    await give(await firstStep(member), code)
    for (const replayed of [code, deviceCode(secret), deviceCode(secret, -1)]) {
      assert.equal(
        await outcomeOf(give(await firstStep(member), replayed)),
        'invalid_one_time_code',
      )
    }
  })

  it('are taken once of many that come at once, from several log-ins', async () => {
    const { member, secret } = await enrolled()
    const steps = [await firstStep(member), await firstStep(member), await firstStep(member)]
    const codes = await Promise.all(
      steps.map((token) => outcomeOf(give(token, deviceCode(secret)))),
    )
    assert.deepEqual(codes.toSorted(), ['fine', 'invalid_one_time_code', 'invalid_one_time_code'])
  })

  it('are refused after five wrong ones in a quarter hour, over all log-ins', async () => {
    const { member, secret, recoveryCodes } = await enrolled()
    const steps = [await firstStep(member), await firstStep(member)]
    const guesses = ['000000', '12345', '', 'AAAA-BBBB-CCCC', '999999', '111111', '222222']
    const codes = await Promise.all(
      guesses.map((guess, at) => outcomeOf(give(steps[at % 2] ?? '', guess))),
    )
    assert.equal(codes.filter((code) => code === 'invalid_one_time_code').length, 5, codes.join())
    assert.equal(await outcomeOf(give(steps[0] ?? '', deviceCode(secret))), 'too_many_attempts')
    assert.equal(await outcomeOf(give(steps[0] ?? '', recoveryCodes[0] ?? '')), 'too_many_attempts')
  })

  it('have ten recovery codes, each good for one log-in, in any spelling, and nobody else’s', async () => {
    const { member, recoveryCodes } = await enrolled()
    assert.equal(new Set(recoveryCodes).size, 10)
    const [first = '', second = ''] = recoveryCodes
    await give(await firstStep(member), first.toLowerCase().replaceAll('-', ' '))
    assert.equal(await outcomeOf(give(await firstStep(member), first)), 'invalid_one_time_code')
    const other = await enrolled()
    assert.equal(
      await outcomeOf(give(await firstStep(other.member), second)),
      'invalid_one_time_code',
    )
    await give(await firstStep(member), second)
  })

  it('have five minutes after the password', async () => {
    const { member, secret } = await enrolled()
    const token = await firstStep(member)
    await onPool(database.pool).rows(
      `update person_session set created_at = created_at - interval '5 minutes', expires_at = expires_at - interval '5 minutes'
       where person_id = $1 and stage = 'awaiting_code'`,
      [member.id],
    )
    assert.equal(await outcomeOf(give(token, deviceCode(secret))), 'session_required')
  })

  it('end the sessions that were opened without them, all but the one that turned them on', async () => {
    const member = await createStaffMember(database)
    const other = await loggedIn(database, 'staff', member)
    const { session, token } = await loggedIn(database, 'staff', member)
    const { secret } = await beginOneTimeCodes(database, session, { password, issuer: 'Essai' })
    const confirm = (code: string) =>
      confirmOneTimeCodes(database, session, { code, cause: cause() })
    assert.equal(await outcomeOf(confirm('000000')), 'invalid_one_time_code')
    assert.ok(await readSession(database, 'staff', other.token), 'not yet on')
    await confirm(deviceCode(secret))
    assert.equal(await readSession(database, 'staff', other.token), null)
    assert.ok(await readSession(database, 'staff', token))
    assert.equal(await outcomeOf(confirm(deviceCode(secret, 1))), 'action_not_allowed')
    const again = beginOneTimeCodes(database, session, { password, issuer: 'Essai' })
    assert.equal(await outcomeOf(again), 'action_not_allowed')
  })

  it('go with the password alone, and the log-in asks for none', async () => {
    const { member, session } = await enrolled()
    const remove = (given: string) =>
      removeOneTimeCodes(database, session, { password: given, cause: cause(), isRequired: false })
    assert.equal(await outcomeOf(remove('wrong')), 'wrong_password')
    assert.deepEqual(await toldOf(member), [])
    await Promise.all([remove(password), remove(password)])
    await loggedIn(database, 'staff', member)
    assert.deepEqual(await toldOf(member), ['one_time_codes.disable'], 'its owner is told by mail')
  })

  /** What the mails to this person say was done to the account. */
  async function toldOf({ id }: StaffMember): Promise<unknown[]> {
    const rows = await onPool(database.pool).rows<{ act: string }>(
      `select details ->> 'act' as act from mail where person_id = $1 and kind = 'people_act' order by id`,
      [id],
    )
    return rows.map(({ act }) => act)
  }

  it('have a secret that is sealed, and for its owner alone', async () => {
    const { member, secret } = await enrolled()
    const other = await enrolled()
    const sql = onPool(database.pool)
    const { line } = await sql.one<{ line: string }>(
      'select p::text as line from person p where id = $1',
      [member.id],
    )
    assert.ok(!line.includes(Buffer.from(secret).toString('hex')))
    await sql.rows(
      `update person set code_secret_sealed = (select code_secret_sealed from person where id = $2) where id = $1`,
      [member.id, other.member.id],
    )
    const token = await firstStep(member)
    await assert.rejects(give(token, deviceCode(other.secret)), /unable to authenticate/)
  })
})
