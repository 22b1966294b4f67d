import assert from 'node:assert/strict'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { call, type CallAnswer, collectionCall } from '#test/support/call.ts'
import { createLink, linkPaymentCall } from '#test/support/payment-links.ts'
import { createStaffMember, password } from '#test/support/people.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'

/** `FLOOD_REQUESTS=10000` is the whole of it. */
const requests = Number(process.env['FLOOD_REQUESTS'] ?? 300)
const addresses = 50
/** That flood at once. */
const flooders = 20
/** How often each bystander acts in the meantime: less often than they may in a minute. */
const rounds = Math.min(50, Math.ceil(requests / 25))

/** Those that a service has which nobody set otherwise, where other tests have none. A merchant may ask little more often than a link: were the two counted together, its server would be refused. */
const usualLimits = {
  RATE_LIMIT_KEY_PER_MINUTE: '120',
  RATE_LIMIT_IP_PER_MINUTE: '600',
  SANDBOX_CREATIONS_PER_MINUTE: '150',
  FRAUD_REQUESTS_PER_MERCHANT_PER_MINUTE: '150',
  FRAUD_REQUESTS_PER_LINK_PER_MINUTE: '120',
  FRAUD_REQUESTS_PER_LINK_AND_ADDRESS_PER_MINUTE: '30',
}

interface Scene {
  readonly flooded: Tenant
  readonly other: Tenant
  /** Of a member of the staff. */
  readonly email: string
}

describe('a flood on one payment link', () => {
  let api: ApiAlone
  let scene: Scene

  before(async () => {
    api = await startApiAlone({ TRUST_PROXY_HOPS: '1', ...usualLimits })
    scene = {
      flooded: await createTenant(api.database),
      other: await createTenant(api.database),
      email: (await createStaffMember(api.database)).email,
    }
  })
  after(() => api?.stop())

  const from = (address: string) => ({ 'X-Forwarded-For': address })
  const refused: string[] = []

  /** What goes on beside it, one after the other, each from an address of its own: how long each took. */
  async function bystanders(round: number): Promise<number[]> {
    const { flooded, other, email } = scene
    const sale = (key: string) => collectionCall(key, { phone: freshPhone() })
    const body = { email, password }
    const acts = {
      'the merchant’s server': sale(flooded.keys.secret),
      'its balance': { path: '/v2/balance', key: flooded.keys.secret },
      'its cash desk': sale(flooded.keys.terminal),
      'another merchant': sale(other.keys.secret),
      'a log-in of the staff': { method: 'POST', path: '/staff/api/log-in', body },
    }
    const times: number[] = []
    for (const [at, [who, request]] of Object.entries(acts).entries()) {
      const start = performance.now()
      const headers = {
        ...('headers' in request ? request.headers : {}),
        ...from(`203.0.${at}.${round % 200}`),
      }
      const answer: CallAnswer = await call(api, { ...request, headers })
      times.push(performance.now() - start)
      if (answer.status >= 300) refused.push(`${who}: ${answer.status} ${answer.text}`)
    }
    return times
  }

  const p95 = (times: readonly number[]): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

  it(`refuses nobody else anything (${requests} requests from ${addresses} addresses)`, async function () {
    this.timeout(900_000)
    const alone: number[] = []
    for (let round = 0; round < 10; round += 1) alone.push(...(await bystanders(round)))
    const { id } = await createLink(api.database, scene.flooded)
    const every = Math.floor(requests / rounds)
    const statuses = new Map<number, number>()
    const beside: number[] = []
    let sent = 0
    const flooder = async (): Promise<void> => {
      while (sent < requests) {
        sent += 1
        const turn = sent
        const payment = linkPaymentCall(id, { phone: freshPhone() })
        const headers = { ...payment.headers, ...from(`198.51.100.${turn % addresses}`) }
        const { status } = await call(api, { ...payment, headers })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (turn % every === 0) beside.push(...(await bystanders(turn / every)))
      }
    }
    await Promise.all(Array.from({ length: flooders }, flooder))
    const told = [...statuses].map(([status, count]) => `${count} with ${status}`).join(', ')
    const [during, before] = [p95(beside), p95(alone)]
    process.stdout.write(
      `      answered: ${told}; beside it ${beside.length} calls, ${refused.length} refused, p95 ${during.toFixed(0)} ms, alone ${before.toFixed(0)} ms: ${(during / before).toFixed(1)} times\n`,
    )
    assert.deepEqual(refused, [])
    assert.ok((statuses.get(429) ?? 0) > 0, 'the flood itself is refused')
    assert.equal((statuses.get(202) ?? 0) + (statuses.get(429) ?? 0), requests, told)
  })
})
