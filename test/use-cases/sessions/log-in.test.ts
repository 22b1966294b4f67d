import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { changePassword } from '#use-cases/sessions/change-password.ts'
import { logOut } from '#use-cases/sessions/log-out.ts'
import { readSession } from '#use-cases/sessions/read.ts'
import { csrfToken } from '#use-cases/sessions/sessions.ts'
import { onPool } from '#db/sql.ts'
import { newDevice } from '#use-cases/sessions/known-devices.ts'
import type { ServiceError } from '#domain/errors/errors.ts'
import { hashPassword } from '#platform/password-hash.ts'
import { onTrail, type Trail } from '#platform/request-trail.ts'
import { givenDatabase } from '#test/support/service.ts'
import {
  cause,
  createStaffMember,
  loggedIn,
  password,
  tryLogIn,
  createOwner,
} from '#test/support/people.ts'
import { outcomeOf } from '#test/support/outcome.ts'

describe('logging in', () => {
  const database = givenDatabase()

  const owner = () => createOwner(database)

  it('opens a session in the realm of the account, and in no other', async () => {
    const member = await createStaffMember(database, 'supervisor')
    const { token, session } = await loggedIn(database, 'staff', member)
    const read = await readSession(database, 'staff', token)
    assert.deepEqual(read?.person.id, member.id)
    assert.equal(read?.id, session.id)
    assert.ok(read?.person.lastLogInAt)
    assert.equal(await readSession(database, 'portal', token), null)
    assert.equal(await outcomeOf(tryLogIn(database, 'portal', member)), 'invalid_credentials')
    const user = await owner()
    assert.equal(await outcomeOf(tryLogIn(database, 'staff', user)), 'invalid_credentials')
    const portal = await loggedIn(database, 'portal', user)
    assert.equal(await readSession(database, 'staff', portal.token), null)
    assert.equal(
      (await readSession(database, 'portal', portal.token))?.person.merchantId,
      user.merchantId,
    )
  })

  it('takes the address in any case, and the password in any spelling of its letters', async () => {
    const user = await owner()
    await tryLogIn(database, 'portal', { email: ` ${user.email.toUpperCase()} ` })
    const { session } = await loggedIn(database, 'portal', user)
    const next = 'un é composé de deux caractères'
    await changePassword(database, session, { current: password, next, cause: cause() })
    await tryLogIn(database, 'portal', { email: user.email, password: next.normalize('NFD') })
  })

  it('says the same of an address nobody has, a wrong password and a disabled account', async () => {
    const user = await owner()
    const disabled = await createStaffMember(database)
    await onPool(database.pool).rows(`update person set status = 'disabled' where id = $1`, [
      disabled.id,
    ])
    const codes = await Promise.all([
      outcomeOf(tryLogIn(database, 'portal', { email: 'nobody@example.com' })),
      outcomeOf(tryLogIn(database, 'portal', { email: user.email, password: 'wrong' })),
      outcomeOf(tryLogIn(database, 'staff', disabled)),
    ])
    assert.deepEqual(new Set(codes), new Set(['invalid_credentials']))
  })

  it('does the work of a password for an address nobody has', async () => {
    const user = await owner()
    // At a real one's cost, unlike those of the other tests.
    await onPool(database.pool).rows('update person set password_hash = $2 where id = $1', [
      user.id,
      await hashPassword(password),
    ])
    const took = async (email: string): Promise<number> => {
      const times: number[] = []
      for (let round = 0; round < 5; round += 1) {
        const startedAt = performance.now()
        await outcomeOf(tryLogIn(database, 'portal', { email, password: 'wrong' }))
        times.push(performance.now() - startedAt)
      }
      return Math.min(...times)
    }
    const known = await took(user.email)
    const unknown = await took('nobody.at.all@example.com')
    assert.ok(unknown > known / 3, `unknown ${unknown} ms, known ${known} ms`)
  })

  it('refuses after five wrong passwords from one place in a quarter hour, the right one too, and not a sixth time sooner', async () => {
    const { email } = await owner()
    const user = { email, address: randomUUID() }
    const wrong = () => outcomeOf(tryLogIn(database, 'portal', { ...user, password: 'wrong' }))
    for (let round = 0; round < 5; round += 1) assert.equal(await wrong(), 'invalid_credentials')
    await assert.rejects(tryLogIn(database, 'portal', user), (error: ServiceError) => {
      assert.equal(error.code, 'too_many_attempts')
      const seconds = error.details['retry_after_seconds']
      return typeof seconds === 'number' && seconds > 880 && seconds <= 900
    })
    await onPool(database.pool).rows(`update secret_attempt set at = at - interval '15 minutes'`)
    await tryLogIn(database, 'portal', user)
  })

  it('judges no more than five wrong ones of many that come at once', async () => {
    const { email } = await owner()
    const address = randomUUID()
    const codes = await Promise.all(
      Array.from({ length: 20 }, () =>
        outcomeOf(tryLogIn(database, 'portal', { email, address, password: 'wrong' })),
      ),
    )
    const judged = codes.filter((code) => code === 'invalid_credentials')
    assert.equal(judged.length, 5)
    assert.equal(codes.filter((code) => code === 'too_many_attempts').length, 15)
    const ghost = 'ghost@example.com'
    const unknown = await Promise.all(
      Array.from({ length: 8 }, () =>
        outcomeOf(tryLogIn(database, 'portal', { email: ghost, address, password: 'wrong' })),
      ),
    )
    assert.equal(unknown.filter((code) => code === 'invalid_credentials').length, 5)
  })

  /** So many failures of a quarter hour, of this account or from this address, whichever is named. */
  async function failed(count: number, place: { account?: string; address?: string }) {
    const { keyring, pool } = database
    const { account = `log-in portal ${randomUUID()}@example.com`, address = randomUUID() } = place
    await onPool(pool).rows(
      `insert into secret_attempt (account_digest, address_digest) select $1, $2 from generate_series(1, $3)`,
      [keyring.mac('attempt', account), keyring.mac('attempt', `address ${address}`), count],
    )
  }

  it('is not refused for what strangers try elsewhere, but slowed; a known device is not', async () => {
    const user = { email: (await owner()).email }
    const address = randomUUID()
    await failed(60, { account: `log-in portal ${user.email}` })
    await failed(60, { address })
    const device = newDevice(database.keyring, 'portal', user.email)
    const slowMsOf = async (given: Parameters<typeof tryLogIn>[2]) => {
      const trail: Trail = { origin: { address: null, agent: null }, events: [] }
      const work = () => outcomeOf(tryLogIn(database, 'portal', given))
      assert.equal(await onTrail(trail, work), 'fine')
      return trail.slowMs
    }
    // Only the answer waits (test/http/shares.test.ts).
    assert.equal(await slowMsOf({ ...user, address }), 2000)
    assert.equal(await slowMsOf({ ...user, address, device }), undefined)
  })

  it('is refused after a hundred tries of strangers, and after five hundred from one address; never from a known device', async () => {
    const [user, other] = [{ email: (await owner()).email }, { email: (await owner()).email }]
    const address = randomUUID()
    await failed(100, { account: `log-in portal ${user.email}` })
    await failed(500, { address })
    const device = newDevice(database.keyring, 'portal', user.email)
    const codes = async (given: Parameters<typeof tryLogIn>[2]) =>
      outcomeOf(tryLogIn(database, 'portal', given))
    assert.equal(await codes(user), 'too_many_attempts')
    assert.equal(await codes({ ...other, address }), 'too_many_attempts')
    assert.equal(await codes({ ...user, address, device }), 'fine')
    // A device is known to its account alone, and signed.
    assert.equal(await codes({ ...other, address, device }), 'too_many_attempts')
    assert.equal(await codes({ ...user, device: `x${device}` }), 'too_many_attempts')
  })

  it('refuses five wrong passwords of a known device as well', async () => {
    const user = { email: (await owner()).email }
    const device = newDevice(database.keyring, 'portal', user.email)
    for (let round = 0; round < 5; round += 1) {
      const wrong = { ...user, password: 'wrong', device }
      assert.equal(await outcomeOf(tryLogIn(database, 'portal', wrong)), 'invalid_credentials')
    }
    assert.equal(
      await outcomeOf(tryLogIn(database, 'portal', { ...user, device })),
      'too_many_attempts',
    )
  })

  it('gives every session a token of its own, kept as a digest alone', async () => {
    const member = await createStaffMember(database)
    const first = await loggedIn(database, 'staff', member)
    const second = await loggedIn(database, 'staff', member)
    assert.notEqual(first.token, second.token)
    assert.match(first.token, /^session_staff_[\w-]{43}$/)
    const rows = await onPool(database.pool).rows<{ line: string }>(
      'select s::text as line from person_session s where person_id = $1',
      [member.id],
    )
    assert.equal(rows.length, 2)
    for (const { line } of rows) {
      assert.ok(
        !line.includes(first.token) && !line.includes(Buffer.from(first.token).toString('hex')),
      )
    }
  })

  it('ends a session at its log-out, and no other', async () => {
    const member = await createStaffMember(database)
    const first = await loggedIn(database, 'staff', member)
    const second = await loggedIn(database, 'staff', member)
    await logOut(database, first.session, cause())
    await logOut(database, first.session, cause())
    assert.equal(await readSession(database, 'staff', first.token), null)
    assert.ok(await readSession(database, 'staff', second.token))
  })

  it('ends a session that was not used for half an hour, or was opened ten hours before', async () => {
    const member = await createStaffMember(database)
    const { token, session } = await loggedIn(database, 'staff', member)
    const age = (change: string) =>
      onPool(database.pool).rows(`update person_session set ${change} where id = $1`, [session.id])
    await age(`last_seen_at = now() - interval '29 minutes'`)
    assert.ok(await readSession(database, 'staff', token), 'and this read is a use')
    await age(`last_seen_at = last_seen_at - interval '29 minutes'`)
    assert.ok(await readSession(database, 'staff', token))
    await age(`last_seen_at = now() - interval '31 minutes'`)
    assert.equal(await readSession(database, 'staff', token), null)
    await age(
      `last_seen_at = now(), created_at = created_at - interval '10 hours', expires_at = expires_at - interval '10 hours'`,
    )
    assert.equal(await readSession(database, 'staff', token), null)
  })

  it('gives each session a token for its forms, which differs from all others', async () => {
    const member = await createStaffMember(database)
    const first = await loggedIn(database, 'staff', member)
    const second = await loggedIn(database, 'staff', member)
    assert.equal(csrfToken(database, first.session), csrfToken(database, first.session))
    assert.notEqual(csrfToken(database, first.session), csrfToken(database, second.session))
    assert.ok(!csrfToken(database, first.session).includes(first.token))
  })
})
