import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { EnvError } from '#platform/env-error.ts'
import { readEnv } from '#platform/env.ts'
import { money } from '#domain/money/money.ts'
import { replaceApiKey } from '#use-cases/keys/replace.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { createMerchant } from '#test/support/books.ts'
import {
  call,
  type CallAnswer,
  callUntilServed,
  collectionCall,
  eventually,
} from '#test/support/call.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { outboxTo } from '#test/support/orders.ts'
import { createLink, linkPaymentCall } from '#test/support/payment-links.ts'
import {
  acceptedTransfer,
  createBankTenant,
  authorizePhone,
  giveBalance,
  payoutCall,
} from '#test/support/payouts.ts'
import { createPortalUser, createStaffMember, password } from '#test/support/people.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { atDesk, type AtDesk } from '#test/support/staff.ts'
import { installRate } from '#test/support/tariffs.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { typedCodesIn } from '#test/support/typed-codes.ts'
import { paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

type Line = Readonly<Record<string, unknown>>

/** What services have that nobody set otherwise. */
const usual = {
  RATE_LIMIT_IP_PER_MINUTE: '600',
  FRAUD_PENDING_PER_NUMBER: '5',
  FRAUD_REQUESTS_PER_MERCHANT_PER_MINUTE: '300',
  FRAUD_REQUESTS_PER_LINK_PER_MINUTE: '120',
  FRAUD_REQUESTS_PER_LINK_AND_ADDRESS_PER_MINUTE: '30',
  STAFF_APPROVAL_ABOVE: '1000000',
}

/** Each attack is made as it was made when it still worked; each attacker has a network of their own. */
describe('attacks that once worked, step by step', function () {
  this.timeout(240_000)
  let service: TestService
  const lines: Line[] = []
  before(async () => {
    const write = (line: string) => void lines.push(JSON.parse(line) as Line)
    const changes = { LOG_LEVEL: 'info', TRUST_PROXY_HOPS: '1', ...usual }
    service = await startTestService(changes, { write })
  })
  after(() => service?.stop())
  booksHoldAfterEach(() => service.database)

  const by = (network: number) => ({ 'X-Forwarded-For': `198.51.${network}.7` })
  /** The log tells of it, with the network that it came from. */
  const isTold = (network: number, event: string, more: Line = {}) =>
    eventually(() =>
      Promise.resolve(
        lines.some(
          (line) =>
            line['event'] === event &&
            line['client'] === `ip-198.51.${network}.0/24` &&
            Object.entries(more).every(([name, value]) => line[name] === value),
        ),
      ),
    )
  const counts = (answers: readonly CallAnswer[], status: number) =>
    answers.filter((answer) => answer.status === status).length

  /** What this member of staff orders from that network. */
  const ordering =
    (desk: AtDesk, network: number) =>
    (path: string, body: object = { password }) =>
      callUntilServed(service, {
        method: 'POST',
        path: `/staff/api${path}`,
        key: desk.token,
        body,
        headers: by(network),
      })
  const logIn = (email: string, secret: string, network: number) =>
    call(service, {
      method: 'POST',
      path: '/staff/api/log-in',
      body: { email, password: secret },
      headers: by(network),
    })

  it('an administrator takes over two supervisors, and a merchant’s owner, to let money leave', async () => {
    const network = 1
    const attacker = await atDesk(service.database, 'administrator')
    const victim = await createStaffMember(service.database, 'supervisor')
    const shop = await createPortalMerchant(service.database)
    await createPortalUser(service.database, { ...shop, role: 'owner' })
    const reason = 'mot de passe oublié'
    const order = ordering(attacker, network)
    for (const [path, more] of [
      [`/members/${victim.id}/one-time-codes/reset`, {}],
      [`/members/${victim.id}/invitation`, {}],
      [`/merchants/${shop.merchantId}/owner/reset`, { reason }],
    ] as const) {
      const withoutPassword = await order(path, more)
      assert.ok([403, 422].includes(withoutPassword.status), withoutPassword.text)
      const asked = await order(path, { password, ...more })
      assert.equal(asked.status, 201, asked.text)
      assert.deepEqual(typedCodesIn(asked.text), [], 'no code is shown')
      const own = await order(`/account-changes/${asked.json.data.id}/approve`)
      assert.deepEqual(refusalOf(own), { status: 409, code: 'second_person_needed' })
    }
    assert.equal((await logIn(victim.email, password, 11)).status, 200, 'the account is as it was')
    await isTold(network, 'staff.act', { act: 'account_change.ask', member: attacker.member.id })

    const transfer = await acceptedTransfer(service, await createBankTenant(service.database), {
      amount: 2_000_000,
    })
    const supervisor = await atDesk(service.database, 'supervisor')
    const path = `/bank-transfers/${transfer}`
    assert.equal((await ordering(supervisor, network)(`${path}/take`, {})).status, 200)
    const approved = await ordering(supervisor, network)(`${path}/approve`)
    assert.equal(refusalOf(approved).code, 'approval_by_another')
  })

  it('a stranger floods one payment link, to stop the merchant’s sales and payouts', async () => {
    const network = 2
    const tenant = await createTenant(service.database)
    const { id } = await createLink(service.database, tenant)
    const flood: CallAnswer[] = []
    for (let at = 0; at < 320; at += 1) {
      const payment = linkPaymentCall(id, { phone: freshPhone() })
      flood.push(
        await call(service, { ...payment, headers: { ...payment.headers, ...by(network) } }),
      )
    }
    assert.deepEqual([counts(flood, 202), counts(flood, 429)], [30, 290])
    const sale = await call(service, collectionCall(tenant.keys.secret))
    assert.equal(sale.status, 202, sale.text)
    const phone = await authorizePhone(service.database, tenant)
    await giveBalance(service.database, tenant, 10_000)
    assert.equal((await call(service, payoutCall(tenant.keys.secret, { phone }))).status, 202)
    await isTold(network, 'limit.refused', { code: 'rate_limited' })
  })

  it('wrong passwords keep an account from logging in, or a whole network', async () => {
    const network = 3
    const victim = await createStaffMember(service.database, 'supervisor')
    for (let tried = 0; tried < 6; tried += 1) await logIn(victim.email, 'faux', network)
    assert.equal((await logIn(victim.email, password, 33)).status, 200)
    for (let tried = 0; tried < 50; tried += 1)
      await logIn(`${randomUUID()}@example.com`, 'faux', network)
    const neighbour = await createStaffMember(service.database, 'administrator')
    assert.equal((await logIn(neighbour.email, password, 34)).status, 200)
    await isTold(network, 'auth.failed', { tried: 'log-in staff' })
    await isTold(network, 'auth.blocked', { tried: 'log-in staff' })
  })

  it('a stranger asks one payer so often that no merchant may', async () => {
    const network = 4
    const phone = freshPhone('0005')
    const [one, other] = [
      await createTenant(service.database),
      await createTenant(service.database),
    ]
    const { id } = await createLink(service.database, one)
    const asked: CallAnswer[] = []
    for (let at = 0; at < 7; at += 1) {
      const payment = linkPaymentCall(id, { phone })
      asked.push(
        await call(service, { ...payment, headers: { ...payment.headers, ...by(network) } }),
      )
    }
    assert.ok(counts(asked, 429) >= 2)
    const sale = await call(service, collectionCall(other.keys.secret, { phone }))
    assert.equal(sale.status, 202, sale.text)
    await isTold(network, 'limit.refused')
  })

  it('one person enters a rate that gives money away', async () => {
    const network = 5
    const supervisor = await atDesk(service.database, 'supervisor')
    const enter = (body: object) => ordering(supervisor, network)('/exchange-rates', body)
    const usd = { currency: 'USD', source: 'BCEAO', password }
    await installRate(service.database, 'USD', '565')
    assert.equal((await enter({ ...usd, rate: '565' })).status, 201)
    const cheap = await enter({ ...usd, rate: '0.01' })
    assert.deepEqual(refusedFields(cheap), { rate: 'invalid_field' })
    const { password: _, ...without } = usd
    assert.notEqual((await enter({ ...without, rate: '560' })).status, 201)
    const moved = await enter({ ...usd, rate: '500' })
    assert.deepEqual(refusalOf(moved), { status: 409, code: 'second_entry_required' })
    await isTold(network, 'staff.act', {
      act: 'exchange_rate.propose',
      member: supervisor.member.id,
    })
  })

  it('one supervisor lets a large sum go in parts', async () => {
    const network = 6
    const supervisor = await atDesk(service.database, 'supervisor')
    const tenant = await createBankTenant(service.database)
    const bank = { bank_reference: 'VIR-1', transfer_on: '2026-11-20', password }
    const ends: string[] = []
    for (let part = 0; part < 2; part += 1) {
      const path = `/bank-transfers/${await acceptedTransfer(service, tenant, { amount: 1_000_000 })}`
      assert.equal((await ordering(supervisor, network)(`${path}/take`, {})).status, 200)
      const made = await ordering(supervisor, network)(`${path}/transferred`, bank)
      ends.push(made.json.error?.code ?? made.json.data.state)
    }
    assert.deepEqual(ends, ['transferred', 'approval_required'])

    const { database, temporal: client } = service
    const books = { database, outbox: outboxTo({ database, client }) }
    const merchant = await createMerchant(books, { mode: 'live' })
    const other = await atDesk(database, 'supervisor')
    await giveBalance(database, merchant, 3_000_000)
    const terms = { price: money(1_530_000n, 'XOF') }
    const transactionId = await paidCollection(books, merchant, { terms })
    const approvals: string[] = []
    for (const amount of [1000n, 765_000n, 5n, 763_995n]) {
      const { id } = await refundOf(books, merchant, { transactionId, amount })
      const approved = await ordering(other, network)(`/refunds/${id}/approve`)
      approvals.push(approved.json.data?.status ?? approved.text)
    }
    assert.equal(approvals.pop(), 'pending', 'the last part waits for a second person')
    assert.ok(!approvals.includes('pending'), approvals.join())
    await isTold(network, 'staff.act', {
      act: 'bank_transfer.take',
      member: supervisor.member.id,
    })
  })

  it('a developer of a merchant makes a key and pays out', async () => {
    const shop = await createPortalMerchant(service.database)
    const developer = await portalReader(service, shop, 'developer')
    assert.equal((await developer.get('/portail/retraits/nouveau')).status, 403)
    const fields = { type: 'secret', ancienne: '0', retraits: 'oui' }
    const made = await developer.send('/portail/cles', fields)
    const key = /SKLIVE_[0-9a-f]+/.exec(made.text)?.[0] ?? assert.fail('no key was made')
    for (const provider of ['uba-benin', 'mtn-benin']) {
      const answer = await call(service, payoutCall(key, { provider, phone: '2290196000001' }))
      assert.deepEqual(refusalOf(answer), { status: 403, code: 'scope_required' })
    }
  })

  it('a retry after the key was replaced pays twice', async () => {
    const tenant = await createTenant(service.database)
    const phone = await authorizePhone(service.database, tenant)
    await giveBalance(service.database, tenant, 10_000)
    const requests = [
      collectionCall(tenant.keys.secret),
      payoutCall(tenant.keys.secret, { phone }),
    ] as const
    const first = await Promise.all(requests.map((request) => call(service, request)))
    assert.equal(counts(first, 202), 2)
    const place = { id: tenant.serviceEnvId, mode: tenant.mode }
    const { token } = await replaceApiKey(service.database, place, {
      kind: 'secret',
      scopes: ['payments', 'payouts'],
      oldWorkSeconds: 0,
    })
    for (const [at, request] of requests.entries()) {
      const again = await call(service, { ...request, key: token })
      assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
      assert.equal(again.text, first[at]?.text)
    }
  })

  it('whoever has the public key uses up the references of orders', async () => {
    const tenant = await createTenant(service.database)
    const reference = `commande-${randomUUID()}`
    const planted = { reference, phone: freshPhone('0001'), amount: 100 }
    assert.equal((await call(service, collectionCall(tenant.keys.public, planted))).status, 202)
    const own = await call(service, collectionCall(tenant.keys.secret, { reference }))
    assert.equal(own.status, 202, own.text)
  })

  it('production is started with what is left out', () => {
    const safe = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://pay.example',
      HOST: '0.0.0.0',
      TRUST_PROXY_HOPS: '1',
      MASTER_KEY: '0'.repeat(64),
    }
    for (const [name, left] of [
      ['TRUST_PROXY_HOPS', ''],
      ['PUBLIC_URL', 'http://pay.example'],
      ['DATABASE_URL', 'postgres://user@db.example/payments'],
      ['TEMPORAL_ADDRESS', 'temporal.example:7233'],
      ['MASTER_KEY', ''],
    ] as const)
      assert.throws(() => readEnv({ ...safe, [name]: left }), EnvError, name)
  })
})
