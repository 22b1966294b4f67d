import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createTenant } from '#test/support/tenant.ts'
import { type Desk, deskOf } from './desk.ts'

const notValid = { status: 422, code: 'invalid_activation_code', field: 'activation_code' }

describe('POST /v2/terminals/activate', () => {
  let desk: Desk

  const api = given(() => sharedApiAlone())
  const tenant = given(() => createTenant(api.database))
  before(() => {
    desk = deskOf(api, tenant)
  })

  const sql = (text: string, values: unknown[]) => onPool(api.database.pool).rows(text, values)
  const session = async (key: string) => call(api, { path: '/v2/session', key })
  const fresh = async (changes = {}) => (await desk.create(changes)).json.data

  for (const mode of ['sandbox', 'live'] as const) {
    it(`gives the key of a ${mode} terminal once, and notes the device`, async () => {
      const owner = await createTenant(api.database, { mode })
      const its = deskOf(api, owner)
      const { id, activation_code } = (await its.create({ serial_number: 'A' })).json.data
      const device = { device_type: 'P2', app_version: '1.2.0' }
      const answer = await its.activate(activation_code, device)
      assert.equal(answer.status, 200)
      const { key, ...shown } = answer.json.data
      assert.match(key, mode === 'live' ? /^tk_live_[0-9a-f]{48}$/ : /^tk_test_[0-9a-f]{48}$/)
      assert.equal(shown.status, 'active')
      assert.equal(shown.key_last4, key.slice(-4))
      assert.equal(shown.activation_expires_at, null)
      assert.deepEqual(
        [shown.serial_number, shown.device_type, shown.app_version],
        ['A', 'P2', '1.2.0'],
      )
      const read = await its.read(id)
      assert.deepEqual(read.json.data, shown)
      assert.ok(!read.text.includes(key))
      const who = (await session(key)).json.data
      assert.deepEqual(
        [who.key_type, who.channel, who.mode, who.terminal.id],
        ['terminal', 'pos', mode, id],
      )
    })
  }

  it('takes a code in any spelling that a person may type', async () => {
    const spellings = [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replaceAll('-', ''),
      (code: string) => ` ${code.replaceAll('-', ' ')} `,
      (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l'),
    ]
    for (const spell of spellings) {
      const { activation_code } = await fresh()
      const answer = await desk.activate(spell(activation_code))
      assert.equal(answer.status, 200, spell(activation_code))
    }
  })

  it('twenty with one code at once make one key', async () => {
    const { id, activation_code } = await fresh()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => desk.activate(activation_code)),
    )
    const made = answers.filter(({ status }) => status === 200)
    assert.equal(made.length, 1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assert.deepEqual(refusalOf(answer), notValid)
    }
    const keys = await sql('select from api_key where terminal_id = $1', [id])
    assert.equal(keys.length, 1)
    assert.equal((await session(made[0]?.json.data.key)).status, 200)
  })

  it('refuses an expired, replaced, deleted or guessed code in the same way', async () => {
    const expired = await fresh()
    await sql(`update terminal set activation_expires_at = now() - interval '1 ms' where id = $1`, [
      expired.id,
    ])
    const replaced = await fresh()
    const { json } = await desk.post(`/v2/terminals/${replaced.id}/regenerate`)
    const deleted = await fresh()
    await desk.remove(deleted.id)
    const guesses = ['AAAA-BBBB-CCCC', 'AAAA-BBBB-CCC', 'U', "' or 1=1 --", 'é'.repeat(12), '🙂']
    const codes = [expired, replaced, deleted].map(({ activation_code }) => activation_code)
    for (const code of [...codes, ...guesses]) {
      assert.deepEqual(refusalOf(await desk.activate(code)), notValid, code)
    }
    assert.equal((await desk.activate(json.data.activation_code)).status, 200)
  })

  it('tells of a disabled terminal, and spends its code only once it is enabled', async () => {
    const { id, activation_code } = await fresh()
    await desk.post(`/v2/terminals/${id}/disable`)
    const refused = { status: 409, code: 'terminal_disabled' }
    assert.deepEqual(refusalOf(await desk.activate(activation_code)), refused)
    const enabled = await desk.post(`/v2/terminals/${id}/enable`)
    assert.equal(enabled.json.data.status, 'pending_activation')
    assert.equal((await desk.activate(activation_code)).status, 200)
  })

  it('reads no key, and refuses what is no code field by field', async () => {
    const { activation_code } = await fresh()
    const withBadKey = await desk.post('/v2/terminals/activate', { activation_code }, 'nobody')
    assert.equal(withBadKey.status, 200)
    for (const code of ['', 1, null, ['A'], 'A'.repeat(41)]) {
      const answer = await desk.post('/v2/terminals/activate', { activation_code: code, key: 'x' })
      assert.deepEqual(refusedFields(answer), {
        activation_code: 'invalid_activation_code',
        key: 'unknown_field',
      })
    }
    const missing = refusalOf(await desk.post('/v2/terminals/activate', {}))
    assert.deepEqual(missing, { status: 422, code: 'missing_field', field: 'activation_code' })
    assert.equal(refusalOf(await desk.post('/v2/terminals/activate')).code, 'invalid_json')
  })

  it('keeps neither code nor key: digests alone', async () => {
    const { id, activation_code } = await fresh()
    const digests = await sql('select activation_digest::text from terminal where id = $1', [id])
    assert.ok(!JSON.stringify(digests).includes(activation_code))
    const { key } = (await desk.activate(activation_code)).json.data
    const rows = await sql('select digest::text, last4 from api_key where terminal_id = $1', [id])
    assert.equal(rows.length, 1)
    assert.ok(!JSON.stringify(rows).includes(key))
  })

  it('regenerating revokes the key at once; its successor alone opens, whatever comes at once', async () => {
    const { id, key } = await desk.activated()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => desk.post(`/v2/terminals/${id}/regenerate`)),
    )
    assert.equal(refusalOf(await session(key)).code, 'invalid_api_key')
    const codes = answers.map(({ json }) => json.data.activation_code)
    assert.equal(new Set(codes).size, 5)
    const { status, key_last4 } = (await desk.read(id)).json.data
    assert.deepEqual([status, key_last4], ['pending_activation', null])
    const activations = await Promise.all(codes.map((code) => desk.activate(code)))
    const keys = activations.flatMap(({ json }) => json.data?.key ?? [])
    assert.equal(keys.length, 1)
    assert.equal((await session(keys[0])).status, 200)
  })

  it('a stolen terminal is disabled and regenerated: its key stays shut when it is enabled', async () => {
    const { id, key } = await desk.activated()
    await desk.post(`/v2/terminals/${id}/disable`)
    const regenerated = (await desk.post(`/v2/terminals/${id}/regenerate`)).json.data
    assert.equal(regenerated.status, 'disabled')
    await desk.post(`/v2/terminals/${id}/enable`)
    assert.equal(refusalOf(await session(key)).code, 'invalid_api_key')
    const { json } = await desk.activate(regenerated.activation_code)
    assert.equal((await session(json.data.key)).status, 200)
  })

  it('counts its guesses with the requests of their address', async () => {
    const narrow = await startApiAlone({ RATE_LIMIT_IP_PER_MINUTE: '5' })
    try {
      const guesses = []
      const other = deskOf(narrow, tenant)
      for (let at = 0; at < 8; at += 1) guesses.push(await other.activate('AAAA-BBBB-CCCC'))
      const codes = guesses.map((answer) => refusalOf(answer).code)
      assert.ok(codes.includes('rate_limited'), codes.join())
      assert.ok(codes.indexOf('rate_limited') <= 5)
    } finally {
      await narrow.stop()
    }
  })
})
