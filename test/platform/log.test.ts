import assert from 'node:assert/strict'
import { createLog, type Log } from '#platform/log.ts'

const canaries = [
  'SKLIVE_c4n4ry0123456789',
  'sk_live_c4n4ry',
  'PKSANDBOX_c4n4ry0123',
  'tk_test_c4n4ry0123',
  'whsec_c4n4ry0123',
  '2290197123456',
  '+2290197123456',
  '+229 01 97 12 34 56',
  '4242424242424242',
  '4242 4242 4242 4242',
  'canary@example.com',
  'session_staff_c4n4ry-0123_xyz',
  'session_portal_c4n4ry-0123_xyz',
  'Bearer abc.c4n4ry',
]

function lines(write: (log: Log) => void): string {
  let said = ''
  const destination = {
    write(line: string) {
      said += line
    },
  }
  write(createLog({ level: 'info', name: 'test', destination }))
  for (const line of said.trim().split('\n')) JSON.parse(line)
  return said
}

describe('log', () => {
  for (const canary of canaries) {
    it(`never holds ${canary}, wherever it was put`, () => {
      const error = new Error(`broken by ${canary}`, { cause: new Error(`and ${canary}`) })
      const said = lines((log) => {
        log.info(`said ${canary} aloud`)
        log.info('said %s aloud', canary)
        log.info({ note: canary, deep: { list: [{ text: `a ${canary} b` }] } }, 'fields')
        log.error(error)
        log.error({ err: error })
        log.error({ err: error, more: canary }, `with ${canary}`)
        log.child({ note: canary }).info('from a child')
        log.child({}).child({ note: canary }).info('from a grandchild')
      })
      assert.ok(!said.includes(canary), said)
      assert.equal(said.trim().split('\n').length, 8)
    })
  }

  it('never holds a field that is named for a secret or a person, of any spelling', () => {
    const names =
      'authorization Authorization password newPassword webhook_secret masterKey apiKey api_key phone email customer set-cookie body cvc card card_number'
    const fields = Object.fromEntries(names.split(' ').map((name) => [name, { x: 'c4n4ry' }]))
    const said = lines((log) => {
      log.info(fields, 'flat')
      log.info({ request: { headers: fields } }, 'nested')
      log.child(fields).info('bound')
    })
    assert.ok(!said.includes('c4n4ry'), said)
  })

  it('keeps what is needed to find out: ids, amounts, states, times, routes', () => {
    const fields = {
      id: '019c8f60-1234-7000-8000-123456789012',
      route: '/v2/transactions/:id',
      status: 200,
      amount: 123_456_789_012,
      minor: 5000n,
      seconds: 0.014109159999999975,
      code: 'invalid_amount',
      at: new Date(0),
    }
    const said: Record<string, unknown> = JSON.parse(lines((log) => log.info(fields, 'request')))
    assert.deepEqual(Object.fromEntries(Object.keys(fields).map((name) => [name, said[name]])), {
      ...fields,
      minor: '5000',
      at: '1970-01-01T00:00:00.000Z',
    })
    assert.equal(said['msg'], 'request')
    assert.equal(said['level'], 'info')
  })

  it('stays short whatever it is given', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const said = lines((log) => {
      log.info(
        { circle, long: 'x'.repeat(1_000_000), many: Array.from({ length: 100_000 }, () => 1) },
        'big',
      )
    })
    assert.ok(said.length < 20_000)
  })
})
