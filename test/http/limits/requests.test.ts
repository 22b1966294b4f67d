import assert from 'node:assert/strict'
import { type ApiScene, refusalOf, startApiScene, startSecondApi } from '#test/support/api-scene.ts'
import type { CallAnswer } from '#test/support/call.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

const limited = { status: 429, code: 'rate_limited' }
const usual = { rateLimitKeyPerMinute: 120, rateLimitIpPerMinute: 600 }
/** In the order in which the processes lock them. */
const lengthen = `with held as (select key from request_limit order by key for update)
  update request_limit l set expire = floor(extract(epoch from now()) * 1000) + 60000 from held where l.key = held.key`

describe('the limits of requests', () => {
  let scene: ApiScene

  /** Processes that count, whose connections may take their time: a busy machine opens them slowly. */
  let first: Awaited<ReturnType<typeof startSecondApi>>
  before(async () => {
    scene = await startApiScene()
    first = await startSecondApi(scene, usual)
  })
  beforeEach(() => scene.service.database.pool.query('delete from request_limit'))
  after(async () => {
    await first?.stop()
    await scene?.stop()
  })

  const session = (key: string, at: string = first.baseUrl, headers = {}) =>
    scene.call({ path: '/v2/session', key, headers }, at)

  /** This many calls, a few at a time, in one minute: a slow machine takes longer, so the minute begins anew with each few. */
  async function repeat(times: number, one: (at: number) => Promise<CallAnswer>) {
    const answers: CallAnswer[] = []
    for (let done = 0; done < times; done += 10) {
      await scene.service.database.pool.query(lengthen)
      const batch = Array.from({ length: Math.min(10, times - done) }, (_, at) => one(done + at))
      answers.push(...(await Promise.all(batch)))
    }
    return answers
  }

  function mustBeLimited(answer: CallAnswer): void {
    const seconds = answer.json.error.details.retry_after_seconds
    assert.deepEqual(refusalOf(answer), limited)
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds}`)
    assert.equal(answer.headers.get('Retry-After'), String(seconds))
  }

  it('a key makes 120 requests a minute, counted by two processes together; the 121st is 429', async () => {
    const second = await startSecondApi(scene, usual)
    try {
      const { keys } = scene.tenant
      const places = [first.baseUrl, second.baseUrl]
      const answers = await repeat(120, (at) => session(keys.secret, places[at % 2]))
      const others = answers.filter(({ status }) => status !== 200)
      assert.deepEqual(
        others.map(({ text }) => text),
        [],
      )
      for (const place of places) mustBeLimited(await session(keys.secret, place))
      for (const kind of ['public', 'terminal', 'session'] as const) {
        assert.equal((await session(keys[kind])).status, 200)
      }
    } finally {
      await second.stop()
    }
  })

  it('no header of the client’s gives it another count', async () => {
    const { keys } = await createTenant(scene.service.database)
    const forged = (at: number) => ({
      'X-Forwarded-For': `203.0.113.${at}, 198.51.100.${at}`,
      'X-Real-IP': `203.0.113.${at}`,
      Forwarded: `for=203.0.113.${at}`,
      'CF-Connecting-IP': `203.0.113.${at}`,
    })
    await repeat(120, (at) => session(keys.public, undefined, forged(at)))
    mustBeLimited(await session(keys.public, undefined, forged(200)))
  })

  it('refused requests count as well, whatever they were refused for', async () => {
    const { keys } = await createTenant(scene.service.database)
    const path = '/v2/collections'
    const bad = await repeat(120, () =>
      scene.call({ method: 'POST', path, key: keys.secret, body: '{' }, first.baseUrl),
    )
    assert.ok(bad.every(({ status }) => status === 400))
    mustBeLimited(await session(keys.secret))
  })

  it('a replay of an accepted request is limited as any other', async () => {
    const { keys } = await createTenant(scene.service.database)
    const good = {
      method: 'POST',
      path: '/v2/collections',
      key: keys.secret,
      headers: { 'Idempotency-Key': 'once' },
      body: {
        amount: 500,
        currency: 'XOF',
        provider: 'auto',
        phone: '2290197000001',
        customer: { name: 'Awa Dossou', email: 'awa@example.com' },
      },
    }
    const answers = await repeat(120, () => scene.call(good, first.baseUrl))
    assert.ok(answers.some(({ status }) => status === 202))
    mustBeLimited(await scene.call(good, first.baseUrl))
    await scene.service.database.pool.query('delete from request_limit')
    assert.equal((await scene.call(good, first.baseUrl)).headers.get('Idempotent-Replayed'), 'true')
  })

  it('an address makes 600 requests a minute with all its keys, and without one; the key comes after', async () => {
    const tenants: Tenant[] = []
    for (let at = 0; at < 5; at += 1) tenants.push(await createTenant(scene.service.database))
    const keys = tenants.map(({ keys: { secret } }) => secret)
    const answers = await repeat(500, (at) => session(keys[at % 5] ?? ''))
    assert.ok(answers.every(({ status }) => status === 200))
    const strangers = await repeat(100, () => session('SKSANDBOX_nobody'))
    assert.ok(strangers.every(({ status }) => status === 401))
    mustBeLimited(await session('SKSANDBOX_nobody'))
    mustBeLimited(await session(scene.tenant.keys.secret))
    const forged = { 'X-Forwarded-For': '203.0.113.77' }
    mustBeLimited(await session(scene.tenant.keys.secret, undefined, forged))
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      assert.equal((await fetch(first.baseUrl + path)).status, 200)
    }
    const nowhere = await scene.call({ path: '/v2/nowhere' }, first.baseUrl)
    assert.deepEqual(refusalOf(nowhere), { status: 404, code: 'route_not_found' })
  })

  it('behind one proxy of ours the address is the one the proxy saw', async () => {
    const behind = await startSecondApi(scene, {
      trustedProxyHops: 1,
      rateLimitIpPerMinute: 5,
    })
    try {
      const from = (address: string) => ({ 'X-Forwarded-For': `203.0.113.250, ${address}` })
      const key = scene.tenant.keys.terminal
      await repeat(5, () => session(key, behind.baseUrl, from('198.51.100.1')))
      mustBeLimited(await session(key, behind.baseUrl, from('198.51.100.1')))
      assert.equal((await session(key, behind.baseUrl, from('198.51.100.2'))).status, 200)
    } finally {
      await behind.stop()
    }
  })

  it('each answer says what is left of the limit that counted it, of the key or of the address', async () => {
    const small = await startSecondApi(scene, { rateLimitKeyPerMinute: 2, trustedProxyHops: 1 })
    const from = { 'X-Forwarded-For': '198.51.100.77' }
    const told = ({ headers }: CallAnswer) =>
      [headers.get('RateLimit-Policy'), headers.get('RateLimit')?.replace(/t=\d+$/, 't')].join(' ')
    try {
      const { keys } = await createTenant(scene.service.database)
      const answers = await repeat(3, () => session(keys.secret, small.baseUrl, from))
      assert.deepEqual(answers.map(told).toSorted(), [
        '"key";q=2;w=60 "key";r=0;t',
        '"key";q=2;w=60 "key";r=0;t',
        '"key";q=2;w=60 "key";r=1;t',
      ])
      const limited = answers.find(({ status }) => status === 429)
      const seconds = Number(/;t=(\d+)$/.exec(limited?.headers.get('RateLimit') ?? '')?.[1])
      assert.equal(limited?.headers.get('Retry-After'), String(seconds))
      assert.ok(seconds > 0 && seconds <= 60)
      const nobody = await session('SKSANDBOX_nobody', small.baseUrl, from)
      assert.match(told(nobody), /^"address";q=\d+;w=60 "address";r=\d+;t$/)
    } finally {
      await small.stop()
    }
  })

  it('terminal keys and session tokens are counted wherever they call from, the others by address', async () => {
    const behind = await startSecondApi(scene, {
      trustedProxyHops: 1,
      rateLimitKeyPerMinute: 5,
    })
    try {
      const { keys } = await createTenant(scene.service.database)
      for (const kind of ['secret', 'public', 'terminal', 'session'] as const) {
        const statuses: number[] = []
        for (let at = 0; at < 6; at += 1) {
          const headers = { 'X-Forwarded-For': `198.51.100.${10 + at}` }
          statuses.push((await session(keys[kind], behind.baseUrl, headers)).status)
        }
        const isDesk = kind === 'terminal' || kind === 'session'
        assert.equal(statuses.at(-1), isDesk ? 429 : 200, kind)
        assert.ok(statuses.slice(0, 5).every((status) => status === 200))
      }
    } finally {
      await behind.stop()
    }
  })
})
