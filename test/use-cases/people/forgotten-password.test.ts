import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'
import type { Person } from '#domain/people/person.ts'
import { forgetPassword, purgePasswordCodes } from '#use-cases/people/forget-password.ts'
import { resetPassword } from '#use-cases/people/reset-password.ts'
import { disablePerson } from '#use-cases/people/manage.ts'
import { changePassword } from '#use-cases/sessions/change-password.ts'
import { sealCodeSecret } from '#use-cases/sessions/one-time-codes.ts'
import { newDevice } from '#use-cases/sessions/known-devices.ts'
import { readSession } from '#use-cases/sessions/read.ts'
import { onPool } from '#db/sql.ts'
import { givenDatabase } from '#test/support/service.ts'
import {
  cause,
  codeMailed,
  createPortalUser,
  createStaffMember,
  loggedIn,
  password,
  tryLogIn,
  createOwner,
} from '#test/support/people.ts'
import { outcomeOf } from '#test/support/outcome.ts'

const next = 'la pluie tombe enfin'

describe('a forgotten password', () => {
  const database = givenDatabase()

  const somebody = () => createOwner(database)
  const forget = (email: string, address: string = randomUUID()) =>
    outcomeOf(forgetPassword(database, { email, address, language: 'fr', cause: cause() }))
  const choose = (
    { email }: Pick<Person, 'email'>,
    given: { code: string; password?: string; address?: string },
  ) =>
    outcomeOf(
      resetPassword(database, {
        email,
        password: next,
        address: randomUUID(),
        cause: cause(),
        ...given,
      }),
    )
  const mailedTo = async (person: Person) => {
    assert.equal(await forget(person.email), 'fine')
    return codeMailed(database, person)
  }
  const count = async (table: string, { id }: Pick<Person, 'id'>) => {
    const { n } = await onPool(database.pool).one<{ n: number }>(
      `select count(*)::int as n from ${table} where person_id = $1`,
      [id],
    )
    return n
  }
  const actsOf = ({ id }: Pick<Person, 'id'>) =>
    onPool(database.pool).rows<{ act: string; outcome: string }>(
      `select act, outcome from activity_log where portal_user_id = $1 and act like 'password.%' order by id`,
      [id],
    )

  it('is replaced by a code that a mail brings; until then nothing changes', async () => {
    const person = await somebody()
    const { token } = await loggedIn(database, 'portal', person)
    const code = await mailedTo(person)
    assert.ok(await readSession(database, 'portal', token), 'the session goes on')
    assert.equal((await tryLogIn(database, 'portal', person)).step, 'open')
    assert.equal(await choose(person, { code: code.toLowerCase().replaceAll('-', ' ') }), 'fine')
    assert.equal(await readSession(database, 'portal', token), null)
    assert.equal(await outcomeOf(tryLogIn(database, 'portal', person)), 'invalid_credentials')
    const again = await tryLogIn(database, 'portal', { email: person.email, password: next })
    assert.ok(again.step === 'open')
    const { approvesFrom } = again.session.person
    assert.ok(approvesFrom && approvesFrom.getTime() > Date.now() + 86_000_000, 'for a day')
    assert.deepEqual(await actsOf(person), [
      { act: 'password.forget', outcome: 'done' },
      { act: 'password.reset', outcome: 'done' },
    ])
    const told = await onPool(database.pool).rows<{ act: string }>(
      `select details ->> 'act' as act from mail where person_id = $1 and kind = 'people_act'`,
      [person.id],
    )
    assert.ok(told.some(({ act }) => act === 'password.reset'))
  })

  it('is replaced once by a code, also of many that come at once', async () => {
    const person = await somebody()
    const code = await mailedTo(person)
    const outcomes = await Promise.all([1, 2, 3].map(() => choose(person, { code })))
    assert.deepEqual(outcomes.toSorted(), [
      'fine',
      'invalid_password_code',
      'invalid_password_code',
    ])
  })

  it('is not replaced by a code that is late, guessed, of another person or for another password', async () => {
    const [person, other] = [await somebody(), await somebody()]
    const code = await mailedTo(person)
    const ofOther = await mailedTo(other)
    for (const wrong of ['0000-0000-0000', '', 'x'.repeat(500), ofOther])
      assert.equal(await choose(person, { code: wrong }), 'invalid_password_code', wrong)
    assert.equal(await choose(other, { code }), 'invalid_password_code')
    assert.equal(await choose(person, { code, password: 'court' }), 'invalid_password')
    await onPool(database.pool).rows(
      `update password_reset set created_at = created_at - interval '31 minutes', expires_at = expires_at - interval '31 minutes'
       where person_id = $1`,
      [person.id],
    )
    assert.equal(await choose(person, { code }), 'invalid_password_code')
    const { session } = await loggedIn(database, 'portal', other)
    const changed = { current: password, next: 'un mot tout à fait neuf', cause: cause() }
    await changePassword(database, session, changed)
    assert.equal(await choose(other, { code: ofOther }), 'invalid_password_code')
  })

  it('of somebody whose account was closed meanwhile stays', async () => {
    const owner = await somebody()
    const { merchantId } = owner
    const person = await createPortalUser(database, { merchantId, role: 'developer' })
    const code = await mailedTo(person)
    await disablePerson(database, {
      realm: 'portal',
      manager: owner,
      id: person.id,
      cause: cause(),
    })
    assert.equal(await choose(person, { code }), 'invalid_password_code')
    const mails = await count('mail', person)
    assert.equal(await forget(person.email), 'fine')
    assert.equal(await count('mail', person), mails)
  })

  it('still leaves one-time codes to be asked for', async () => {
    const person = await somebody()
    const secret = sealCodeSecret(database, person.id, new Secret().base32)
    await onPool(database.pool).rows('update person set code_secret_sealed = $2 where id = $1', [
      person.id,
      secret,
    ])
    assert.equal(await choose(person, { code: await mailedTo(person) }), 'fine')
    const answer = await tryLogIn(database, 'portal', { email: person.email, password: next })
    assert.equal(answer.step, 'awaiting_code')
  })

  it('is nothing that the staff, or who has not begun, replaces alone', async () => {
    const member = await createStaffMember(database, 'administrator')
    const invited = await somebody()
    await onPool(database.pool).rows(
      `update person set status = 'invited', password_hash = null where id = $1`,
      [invited.id],
    )
    for (const person of [member, invited]) {
      assert.equal(await forget(person.email), 'fine')
      assert.equal(await count('mail', person), 0)
      assert.equal(await count('password_reset', person), 0)
    }
  })

  it('tells nobody by answer or limit who has an account', async () => {
    const known = (await somebody()).email
    for (const email of [known, `nobody.${randomUUID()}@example.com`]) {
      const address = randomUUID()
      const asked: string[] = []
      for (let tried = 0; tried < 6; tried += 1) asked.push(await forget(email, address))
      assert.deepEqual(asked, [...Array<string>(5).fill('fine'), 'too_many_attempts'], email)
      const given: string[] = []
      for (let tried = 0; tried < 6; tried += 1)
        given.push(await choose({ email }, { code: '0000-0000-0000', address }))
      assert.deepEqual(given, [
        ...Array<string>(5).fill('invalid_password_code'),
        'too_many_attempts',
      ])
    }
  })

  it('brings three mails an hour at most, each with a code that serves', async () => {
    const person = await somebody()
    const first = await mailedTo(person)
    for (let asked = 0; asked < 4; asked += 1) await forget(person.email)
    assert.equal(await count('password_reset', person), 3)
    assert.equal(await count('mail', person), 3)
    assert.equal(await choose(person, { code: first }), 'fine')
  })

  it('brings eight mails a day at most to whom strangers ask for, and more to a browser that logged in before', async () => {
    const person = await somebody()
    const hourLater = () =>
      onPool(database.pool).rows(
        `with codes as (update password_reset set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
           where person_id = $1)
         update mail set created_at = created_at - interval '1 hour' where person_id = $1 and kind = 'password'`,
        [person.id],
      )
    for (let hour = 0; hour < 4; hour += 1) {
      for (let asked = 0; asked < 3; asked += 1) await forget(person.email)
      await hourLater()
    }
    assert.equal(await count('mail', person), 8)
    const device = newDevice(database.keyring, 'portal', person.email)
    const known = { email: person.email, address: randomUUID(), device, language: 'fr' } as const
    await forgetPassword(database, { ...known, cause: cause() })
    assert.equal(await count('mail', person), 9)
  })

  it('replaced lets in again at once who tried the wrong one too often here, and nobody elsewhere', async () => {
    const person = await somebody()
    const address = randomUUID()
    const wrong = { email: person.email, password: 'faux mot de passe' }
    for (const from of [address, 'elsewhere'])
      for (let tried = 0; tried < 5; tried += 1)
        await outcomeOf(tryLogIn(database, 'portal', { ...wrong, address: from }))
    assert.equal(await choose(person, { code: await mailedTo(person), address }), 'fine')
    const right = { ...wrong, password: next }
    assert.equal(await outcomeOf(tryLogIn(database, 'portal', { ...right, address })), 'fine')
    const elsewhere = tryLogIn(database, 'portal', { ...right, address: 'elsewhere' })
    assert.equal(await outcomeOf(elsewhere), 'too_many_attempts')
  })

  it('leaves no code in the books after its hour', async () => {
    const person = await somebody()
    await mailedTo(person)
    await onPool(database.pool).rows(
      `update password_reset set created_at = created_at - interval '61 minutes', expires_at = expires_at - interval '61 minutes'
       where person_id = $1`,
      [person.id],
    )
    assert.ok((await purgePasswordCodes(onPool(database.pool))) >= 1)
    assert.equal(await count('password_reset', person), 0)
  })
})
