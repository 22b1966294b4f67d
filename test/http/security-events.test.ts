import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { truncatedAddress } from '#http/request-context.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { call, eventually } from '#test/support/call.ts'
import { createStaffMember, password } from '#test/support/people.ts'

type Line = Readonly<Record<string, unknown>>

describe('security events', function () {
  this.timeout(60_000)
  let service: ApiAlone
  const lines: Line[] = []
  before(async () => {
    const write = (line: string) => void lines.push(JSON.parse(line) as Line)
    service = await startApiAlone(
      { LOG_LEVEL: 'info', RATE_LIMIT_IP_PER_MINUTE: '30', TRUST_PROXY_HOPS: '1' },
      {},
      { write },
    )
  })
  after(() => service?.stop())

  const from = (address: string) => ({ 'X-Forwarded-For': address, 'User-Agent': 'essai/1 é' })
  const heard = (event: string, isIt: (line: Line) => boolean = () => true) =>
    eventually(() => Promise.resolve(lines.find((line) => line['event'] === event && isIt(line))))
  const logIn = (email: string, secret: string, address: string) =>
    call(service, {
      method: 'POST',
      path: '/staff/api/log-in',
      body: { email, password: secret },
      headers: from(address),
    })

  it('are told of with where they came from, and stand with audit lines and sessions', async () => {
    const { id, email } = await createStaffMember(service.database)
    assert.equal((await logIn(email, 'faux', '203.0.113.7')).status, 401)
    const failed = await heard('auth.failed')
    assert.deepEqual(
      [failed['client'], failed['agent'], failed['tried'], failed['msg']],
      ['ip-203.0.113.0/24', 'essai/1 ', 'log-in staff', 'auth.failed'],
    )
    assert.equal((await logIn(email, password, '2001:db8:7:8::9')).status, 200)
    await heard('staff.act', ({ status }) => status === 200)
    const books = onPool(service.database.pool)
    const audit = await books.rows(
      `select origin_address as address, origin_agent as agent, outcome from staff_audit where staff_member_id = $1 order by id`,
      [id],
    )
    const agent = 'essai/1 '
    assert.deepEqual(audit, [
      { address: 'ip-203.0.113.0/24', agent, outcome: 'invalid_credentials' },
      { address: 'ip-2001:db8:7::/48', agent, outcome: 'done' },
    ])
    const sessions = await books.rows(
      'select origin_address as address, origin_agent as agent from person_session where person_id = $1',
      [id],
    )
    assert.deepEqual(sessions, [{ address: 'ip-2001:db8:7::/48', agent }])
    const text = JSON.stringify(lines)
    for (const secret of [email, 'faux', password, '203.0.113.7']) assert.ok(!text.includes(secret))
  })

  it('are told of tries that are not judged any more, and of refusals of limits', async () => {
    const { email } = await createStaffMember(service.database)
    for (let tried = 0; tried < 6; tried += 1) await logIn(email, 'faux', '198.51.100.7')
    const blocked = await heard('auth.blocked')
    assert.deepEqual([blocked['client'], blocked['tried']], ['ip-198.51.100.0/24', 'log-in staff'])
    const asked = () =>
      call(service, { path: '/v2/payment-links/none', headers: from('192.0.2.7') })
    const answers = await Promise.all(Array.from({ length: 40 }, asked))
    assert.ok(answers.some(({ status }) => status === 429))
    const refused = await heard('limit.refused')
    assert.deepEqual([refused['client'], refused['code']], ['ip-192.0.2.0/24', 'rate_limited'])
  })

  it('keep the network of an address, and of nothing else', () => {
    assert.equal(truncatedAddress('203.0.113.255'), 'ip-203.0.113.0/24')
    assert.equal(truncatedAddress('2001:db8:1:2::/64'), 'ip-2001:db8:1::/48')
    assert.equal(truncatedAddress('unknown'), 'unknown')
  })
})
