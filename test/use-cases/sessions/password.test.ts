import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import { changePassword } from '#use-cases/sessions/change-password.ts'
import { newDevice } from '#use-cases/sessions/known-devices.ts'
import { isPasswordOf } from '#platform/password-hash.ts'
import { readSession } from '#use-cases/sessions/read.ts'
import { onPool } from '#db/sql.ts'
import { givenDatabase } from '#test/support/service.ts'
import { cause, createStaffMember, loggedIn, password, tryLogIn } from '#test/support/people.ts'
import { outcomeOf } from '#test/support/outcome.ts'

describe('the password that each write asks for', () => {
  const database = givenDatabase()

  it('blocks the writes of this person for a while after five wrong ones in a quarter hour, however many come at once', async () => {
    const member = await createStaffMember(database)
    const other = await createStaffMember(database)
    const wrong = Array.from({ length: 12 }, () =>
      outcomeOf(confirmPassword(database, member, 'wrong')),
    )
    const codes = await Promise.all(wrong)
    assert.equal(codes.filter((code) => code === 'wrong_password').length, 5)
    assert.equal(codes.filter((code) => code === 'too_many_attempts').length, 7)
    assert.equal(await outcomeOf(confirmPassword(database, member, password)), 'too_many_attempts')
    assert.equal(await outcomeOf(confirmPassword(database, other, password)), 'fine')
    assert.equal(await outcomeOf(tryLogIn(database, 'staff', member)), 'fine')
    await onPool(database.pool).rows(`update secret_attempt set at = at - interval '15 minutes'`)
    assert.equal(await outcomeOf(confirmPassword(database, member, password)), 'fine')
  })

  it('is checked while strangers have all the places at the log-in, whose refusals for want of one do not count as wrong', async () => {
    const member = await createStaffMember(database)
    const atLogIn = { email: member.email, address: randomUUID() }
    const device = newDevice(database.keyring, 'staff', member.email)
    let isOver = false
    const stranger = async (): Promise<void> => {
      while (!isOver) await isPasswordOf(null, 'guess').catch(() => setImmediate())
    }
    const strangers = Array.from({ length: 70 }, stranger)
    try {
      for (let round = 0; round < 6; round += 1)
        assert.equal(await outcomeOf(tryLogIn(database, 'staff', atLogIn)), 'unavailable')
      assert.equal(await outcomeOf(confirmPassword(database, member, 'wrong')), 'wrong_password')
      assert.equal(await outcomeOf(confirmPassword(database, member, password)), 'fine')
      assert.equal(await outcomeOf(tryLogIn(database, 'staff', { ...atLogIn, device })), 'fine')
    } finally {
      isOver = true
      await Promise.all(strangers)
    }
    assert.equal(await outcomeOf(tryLogIn(database, 'staff', atLogIn)), 'fine')
  })

  it('is taken as often as it is right', async () => {
    const member = await createStaffMember(database)
    for (let round = 0; round < 7; round += 1) await confirmPassword(database, member, password)
  })

  it('changes with the present one alone; every session ends, and the change goes on in a new one', async () => {
    const member = await createStaffMember(database)
    const first = await loggedIn(database, 'staff', member)
    const second = await loggedIn(database, 'staff', member)
    const next = 'la pluie vient du sud'
    const change = (changes: object) =>
      changePassword(database, first.session, {
        current: password,
        next,
        cause: cause(),
        ...changes,
      })
    assert.equal(await outcomeOf(change({ current: 'wrong' })), 'wrong_password')
    for (const refused of [
      'court',
      'a'.repeat(20),
      member.email,
      member.email.toUpperCase(),
      password,
    ]) {
      assert.equal(await outcomeOf(change({ next: refused })), 'invalid_password', refused)
    }
    const { token } = await change({})
    assert.equal(await readSession(database, 'staff', first.token), null)
    assert.equal(await readSession(database, 'staff', second.token), null)
    assert.ok(await readSession(database, 'staff', token))
    assert.equal(await outcomeOf(tryLogIn(database, 'staff', member)), 'invalid_credentials')
    await tryLogIn(database, 'staff', { email: member.email, password: next })
  })

  it('changes once of two changes at once, and leaves no session under the one before', async () => {
    const member = await createStaffMember(database)
    const { session } = await loggedIn(database, 'staff', member)
    const nexts = ['la pluie vient du sud', 'le vent vient du nord']
    const codes = await Promise.all([
      ...nexts.map((next) =>
        outcomeOf(changePassword(database, session, { current: password, next, cause: cause() })),
      ),
      outcomeOf(tryLogIn(database, 'staff', member)),
    ])
    assert.equal(codes.slice(0, 2).filter((code) => code === 'fine').length, 1, codes.join())
    const { open } = await onPool(database.pool).one<{ open: number }>(
      'select count(*)::int as open from person_session where person_id = $1 and ended_at is null',
      [member.id],
    )
    assert.equal(open, 1)
  })
})
