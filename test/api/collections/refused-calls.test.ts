import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { keyDigest } from '#use-cases/keys/admit.ts'
import { recordedIn, refusalOf, sharedApiScene } from '#test/support/api-scene.ts'
import { type Call, type CallAnswer, collectionCall, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createKey, createTenant } from '#test/support/tenant.ts'

describe('a call to POST /v2/collections that is refused before its fields are read', () => {
  let key: string
  const idempotencyKey = randomUUID()

  const scene = given(() => sharedApiScene())
  before(() => {
    key = scene.tenant.keys.secret
  })

  const session = (of: string) => scene.call({ path: '/v2/session', key: of })

  /** Refused as said, nothing recorded, and the idempotency key is left to the next call. */
  async function refused(bad: (good: Call) => Call, expected: object): Promise<CallAnswer> {
    const recorded = await recordedIn(scene.service)
    const answer = await scene.call(bad(collectionCall(key, {}, idempotencyKey)))
    assert.deepEqual(refusalOf(answer), expected)
    assert.deepEqual(await recordedIn(scene.service), recorded)
    return answer
  }

  describe('by its key', () => {
    const unknown = { status: 401, code: 'invalid_api_key' }
    const missing = { status: 401, code: 'missing_api_key' }
    const withAuthorization = (value: string) => (good: Call) => {
      const { key: _key, ...call } = good
      return { ...call, headers: { ...good.headers, Authorization: value } }
    }

    it('no key at all is missing_api_key, with WWW-Authenticate', async () => {
      const answer = await refused(({ key: _key, ...call }) => call, missing)
      assert.match(answer.headers.get('WWW-Authenticate') ?? '', /^Bearer /)
    })

    for (const value of ['Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Token abc', 'Bearer a b']) {
      it(`${JSON.stringify(value)} carries no key`, async () => {
        await refused(withAuthorization(value), missing)
      })
    }

    it('a key nobody has, in each form, is invalid_api_key', async () => {
      for (const prefix of ['SKSANDBOX_', 'SKLIVE_', 'PKSANDBOX_', 'tk_test_', 'ts_', 'sk_live_']) {
        const answer = await refused(
          (good) => ({ ...good, key: `${prefix}${'0'.repeat(48)}` }),
          unknown,
        )
        assert.match(answer.headers.get('WWW-Authenticate') ?? '', /invalid_token/)
      }
    })

    it('a key with one character changed, added or taken, or in other case, is another key', async () => {
      const changed = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
      for (const near of [changed, `${key}0`, key.slice(0, -1), key.toLowerCase(), key.slice(10)]) {
        await refused((good) => ({ ...good, key: near }), unknown)
      }
    })

    it('a key of 8 KB is refused like any other', async () => {
      await refused((good) => ({ ...good, key: 'x'.repeat(8192) }), unknown)
    })

    it('a revoked key is refused once that is announced, an expired session the moment it is', async () => {
      const { database } = scene.service
      for (const [kind, column] of [
        ['secret', 'revoked_at'],
        ['session', 'expires_at'],
      ] as const) {
        const ending = await createKey(database, scene.tenant, kind)
        await scene.accept({}, ending)
        await onPool(database.pool).rows(`update api_key set ${column} = now() where digest = $1`, [
          keyDigest(database, ending),
        ])
        if (kind === 'secret') await eventually(async () => (await session(ending)).status === 401)
        await refused((good) => ({ ...good, key: ending }), unknown)
      }
    })
  })

  describe('by its body', () => {
    const withBody = (body: string) => (good: Call) => ({ ...good, body })
    const invalidJson = { status: 400, code: 'invalid_json' }
    const notAnObject = { status: 400, code: 'invalid_body' }
    const good = JSON.stringify(collectionCall('').body)

    const bodies: Readonly<Record<string, readonly [string, object]>> = {
      'cut in half': [good.slice(0, good.length / 2), invalidJson],
      'with a comma too many': [good.replace('}}', '},}'), invalidJson],
      'followed by more': [`${good} x`, invalidJson],
      twice: [`${good}${good}`, invalidJson],
      'with NaN for an amount': [good.replace('1000', 'NaN'), invalidJson],
      'with Infinity for an amount': [good.replace('1000', 'Infinity'), invalidJson],
      'with +1000 for an amount': [good.replace('1000', '+1000'), invalidJson],
      'with 01000 for an amount': [good.replace('1000', '01000'), invalidJson],
      'with .5 for an amount': [good.replace('1000', '.5'), invalidJson],
      'with 0x3e8 for an amount': [good.replace('1000', '0x3e8'), invalidJson],
      'with single quotes': [good.replaceAll('"', "'"), invalidJson],
      'with a comment': [`/* */${good}`, invalidJson],
      'as a form': ['amount=1000&currency=XOF', invalidJson],
      'of spaces': ['   ', invalidJson],
      'with a key given twice': [good.replace('{', '{"amount":5,'), invalidJson],
      'nested 2000 levels deep': [
        `{"metadata":${'['.repeat(2000)}${']'.repeat(2000)}}`,
        invalidJson,
      ],
      'with a raw NUL in a text': [good.replace('Awa', 'A\u0000wa'), invalidJson],
      'that is an array': [`[${good}]`, notAnObject],
      'that is a text': ['"collection"', notAnObject],
      'that is a number': ['1000', notAnObject],
      'that is true': ['true', notAnObject],
      'that is null': ['null', notAnObject],
    }
    for (const [title, [body, expected]] of Object.entries(bodies)) {
      it(`a body ${title} is ${JSON.stringify(expected)}`, () => refused(withBody(body), expected))
    }

    it('no body at all is invalid_json', async () => {
      await refused(({ body: _body, ...call }) => call, invalidJson)
    })

    it('a body of more than 32 768 bytes is 413, one of exactly as many is read', async () => {
      const filled = (bytes: number) => {
        const spaces = ' '.repeat(bytes - Buffer.byteLength(good))
        return good + spaces
      }
      const tooLarge = { status: 413, code: 'request_too_large' }
      await refused(withBody(filled(32_769)), tooLarge)
      await refused(withBody(filled(33 * 1024)), tooLarge)
      const largest = await scene.call({ ...collectionCall(key), body: filled(32_768) })
      assert.equal(largest.status, 202, largest.text)
    })

    it('another content type, charset or a compressed body is refused', async () => {
      const wrongType = { status: 400, code: 'invalid_content_type' }
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=latin1',
      ]) {
        const header = { 'Content-Type': type }
        await refused((call) => ({ ...call, headers: { ...call.headers, ...header } }), wrongType)
      }
      await refused(
        (call) => ({ ...call, headers: { ...call.headers, 'Content-Encoding': 'gzip' } }),
        { status: 400, code: 'invalid_content_encoding' },
      )
    })
  })

  describe('by its idempotency key', () => {
    const malformed = { status: 400, code: 'invalid_idempotency_key' }
    const withKey = (text: string) => (good: Call) => ({
      ...good,
      headers: { 'Idempotency-Key': text },
    })

    it('none is missing_idempotency_key', async () => {
      await refused(({ headers: _headers, ...call }) => call, {
        status: 400,
        code: 'missing_idempotency_key',
      })
    })

    for (const text of ['', 'a b', 'a.b', 'a/b', 'é', 'a'.repeat(129), '{}', 'a,b', 'a:b']) {
      it(`${JSON.stringify(text.slice(0, 10))} (${text.length}) is malformed`, async () => {
        await refused(withKey(text), malformed)
      })
    }

    it('1 and 128 characters of letters, digits, - and _ are well formed', async () => {
      for (const text of ['a', '-', '_', 'Az09-_'.repeat(21) + 'xy']) {
        const { status } = await scene.call(collectionCall(key, {}, text))
        assert.equal(status, 202)
      }
    })
  })

  it('the idempotency key of all these refusals is left to the good call', async () => {
    const answer = await scene.call(collectionCall(key, {}, idempotencyKey))
    assert.equal(answer.status, 202, answer.text)
    assert.equal(answer.headers.get('Idempotent-Replayed'), null)
  })

  it('a live key is told that no operator is open yet, and nothing is recorded', async () => {
    const live = await createTenant(scene.service.database, { mode: 'live' })
    for (const provider of ['mtn-benin', 'moov-benin', 'auto']) {
      await refused(
        (good) => ({
          ...collectionCall(live.keys.secret, { provider }),
          headers: good.headers ?? {},
        }),
        { status: 422, code: 'provider_unavailable', field: 'provider' },
      )
    }
  })
})
