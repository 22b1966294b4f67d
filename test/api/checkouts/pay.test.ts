import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { deskOf } from '#test/api/terminals/desk.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call, eventually, waitUntilFinal } from '#test/support/call.ts'
import {
  cancelCheckout,
  createdCheckout,
  readCheckout,
  scanCall,
  untilCheckout,
} from '#test/support/checkouts.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { startTestService } from '#test/support/service.ts'
import { addTariff } from '#test/support/tariffs.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { readRun, summariesOf } from '#test/workflows/runs.ts'

const races = 24
/** Two of them are the marker of its first task, without which a lost worker may leave it stuck. */
const paidEventsMax = 24
/** One that stays pending until somebody decides. */
const undecided = () => ({ phone: freshPhone('0005') })
const refused = () => ({ phone: freshPhone('0002') })

describe('a payer scans the code of a cash desk', () => {
  let key: string

  const service = given(() => startTestService())
  const tenant = given(() => createTenant(service.database))
  before(() => {
    key = tenant.keys.secret
  })
  booksHoldAfterEach(() => service.database)

  const make = (changes = {}, by = key) => createdCheckout(service, by, changes)
  const pay = (id: string, changes = {}, idempotencyKey?: string) =>
    call(service, scanCall(id, changes, idempotencyKey))
  const preview = (id: string, path = '') =>
    call(service, { path: `/v2/payment-links/${id}${path}` })
  /** Fails unless everybody else is refused with this code, and the cash desk cannot cancel it. */
  const assertClosedToAll = async (id: string, code: string) => {
    for (const answer of [await pay(id), await preview(id), await preview(id, '/payment-methods')])
      assert.deepEqual(refusalOf(answer), { status: 409, code })
    const cancelled = refusalOf(await cancelCheckout(service, key, id))
    assert.deepEqual(cancelled, { status: 409, code: 'checkout_not_cancellable' })
  }
  const stateOf = async (id: string) => (await readCheckout(service, key, id)).json.data
  const until = (id: string, status: string) => untilCheckout(service, { key, id }, status)

  it('open, processing, succeeded: the desk sees its sale, and may print its receipt', async () => {
    const id = await make({ description: 'Table 4' }, tenant.keys.session)
    const shown = (await preview(id)).json.data
    assert.deepEqual(
      [shown.kind, shown.amount, shown.description, shown.active, shown.reusable],
      ['checkout', 1000, 'Table 4', true, false],
    )
    assert.ok((await preview(id, '/payment-methods')).json.data.length > 1)
    const accepted = await pay(id)
    assert.equal(accepted.status, 202, accepted.text)
    const done = await until(id, 'succeeded')
    assert.deepEqual([done.expires_in, done.transaction.id], [0, accepted.json.data.id])
    assert.ok(done.completed_at)
    const { transaction } = done
    assert.deepEqual(
      [transaction.channel, transaction.terminal.id, transaction.operator.id],
      ['shop', tenant.terminalId, tenant.collaboratorId],
    )
    assert.deepEqual([transaction.description, transaction.payment_link], ['Table 4', null])
    const path = `/v2/transactions/${transaction.id}/receipt`
    const receipt = (await call(service, { path, key: tenant.keys.session })).json.data
    assert.equal(receipt.channel.code, 'checkout_qr')
    await assertClosedToAll(id, 'payment_link_already_paid')
  })

  it('the run of a paid code is short, names its steps, and knows nobody', async () => {
    const id = await make()
    const phone = freshPhone()
    await pay(id, { phone })
    await until(id, 'succeeded')
    const run = await eventually(async () => {
      const read = await readRun(service.temporal, 'checkout', id)
      return read.text.includes('WORKFLOW_EXECUTION_COMPLETED') && read
    })
    assert.ok(run.events.length <= paidEventsMax, `${run.events.length} events`)
    assert.deepEqual(
      [...new Set(summariesOf(run))],
      [
        'Checkout of 1000 XOF',
        'Read the checkout',
        'Wait for a payer',
        'Give the checkout to a payment',
        'Wait for the payment',
        'See how the payment of the checkout stands',
      ],
    )
    assert.ok(!run.text.includes(phone))
  })

  it('being paid from another phone: in progress for everybody else, and not to be cancelled', async () => {
    const id = await make()
    const first = await pay(id, undecided())
    assert.equal(first.status, 202)
    const processing = await until(id, 'processing')
    assert.equal(processing.expires_in, 0)
    assert.equal(processing.transaction.id, first.json.data.id)
    await assertClosedToAll(id, 'payment_link_in_progress')
    const own = await preview(id, `/transactions/${first.json.data.id}`)
    assert.equal(own.json.data.status, 'pending')
  })

  it('a payment that fails leaves it payable again, and the next one succeeds', async () => {
    const id = await make()
    const failed = await pay(id, refused())
    await waitUntilFinal(service, key, failed.json.data.id)
    const open = await until(id, 'open')
    assert.deepEqual(
      [open.transaction.id, open.transaction.status],
      [failed.json.data.id, 'failed'],
    )
    assert.ok(open.expires_in > 0)
    const paid = await pay(id)
    assert.equal(paid.status, 202, paid.text)
    assert.equal((await until(id, 'succeeded')).transaction.id, paid.json.data.id)
  })

  it(`two phones at once, ${races} times: one payment each, the other is told`, async () => {
    for (let round = 0; round < races; round += 1) {
      const id = await make()
      const answers = await Promise.all([pay(id, undecided()), pay(id, undecided())])
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [202, 409],
      )
      const loser = answers.find(({ status }) => status === 409)
      assert.equal(loser?.json.error.code, 'payment_link_in_progress')
      assert.equal(await paymentsOf(id), 1)
    }
  })

  it(`cancelling against paying, ${races / 2} times: one wins, and the books agree`, async () => {
    const wins = { paid: 0, cancelled: 0 }
    for (let round = 0; round < races / 2; round += 1) {
      const id = await make()
      const [paid, cancelled] = await Promise.all([
        pay(id, undecided()),
        cancelCheckout(service, key, id),
      ])
      const { status } = await stateOf(id)
      if (paid.status === 202) {
        wins.paid += 1
        assert.equal(refusalOf(cancelled).code, 'checkout_not_cancellable')
        assert.deepEqual([status, await paymentsOf(id)], ['processing', 1])
      } else {
        wins.cancelled += 1
        assert.deepEqual(refusalOf(paid), { status: 410, code: 'payment_link_cancelled' })
        assert.equal(cancelled.json.data.status, 'cancelled')
        assert.deepEqual([status, await paymentsOf(id)], ['cancelled', 0])
      }
    }
    assert.equal(wins.paid + wins.cancelled, races / 2)
  })

  it('cancelled: the object again and again, and 410 for payers', async () => {
    const id = await make()
    const [one, two] = await Promise.all([
      cancelCheckout(service, key, id),
      cancelCheckout(service, key, id),
    ])
    const three = await cancelCheckout(service, key, id)
    for (const { status, json } of [one, two, three]) {
      assert.deepEqual([status, json.data.status, json.data.expires_in], [200, 'cancelled', 0])
      assert.equal(json.data.cancelled_at, three.json.data.cancelled_at)
    }
    for (const answer of [await pay(id), await preview(id)]) {
      assert.deepEqual(refusalOf(answer), { status: 410, code: 'payment_link_cancelled' })
    }
  })

  it('the same request again is the same payment: at once, later, and after it ended', async () => {
    const id = await make()
    const idempotencyKey = randomUUID()
    const body = refused()
    const again = () => pay(id, body, idempotencyKey)
    const all = await Promise.all(Array.from({ length: 6 }, again))
    const made = all.filter(({ status }) => status === 202)
    assert.ok(made.length >= 1)
    const others = all.filter(({ status }) => status !== 202)
    assert.deepEqual(
      others.filter(({ json }) => json.error.code !== 'request_in_progress'),
      [],
    )
    await until(id, 'open')
    const replay = await again()
    assert.deepEqual(
      [replay.status, replay.headers.get('Idempotent-Replayed'), replay.json.data.id],
      [202, 'true', made[0]?.json.data.id],
    )
    assert.equal(await paymentsOf(id), 1)
    assert.equal((await stateOf(id)).status, 'open')
    const conflict = await pay(id, { phone: freshPhone() }, idempotencyKey)
    assert.deepEqual(refusalOf(conflict), { status: 409, code: 'idempotency_conflict' })
  })

  it('is the sale of the desk: its tariff, and its till, which shows it in the report', async () => {
    const desk = deskOf(service, tenant)
    const terminal = await desk.activated({ type: 'pos', label: 'Caisse 9' })
    const session = (await desk.open(terminal.id)).json.data
    const tariff = { level: 'channel', kind: 'percentage', value: '5', payer: 'customer' } as const
    await addTariff(service.database, tenant, { ...tariff, channel: 'pos' })
    const id = await make({}, session.token)
    const body = { provider: 'mtn-benin' }
    const quote = await call(service, {
      method: 'POST',
      path: `/v2/payment-links/${id}/quotes`,
      body,
    })
    assert.equal(quote.json.data.amount_charged, 1050)
    const paid = await pay(id)
    assert.deepEqual(
      [paid.json.data.amount_charged, paid.json.data.channel, paid.json.data.fees.rule.channel],
      [1050, 'pos', 'pos'],
    )
    await until(id, 'succeeded')
    const waiting = await make({}, session.token)
    const { totals, z_report } = (await desk.close(terminal.id, session.id, { width: 32 })).json
      .data
    assert.deepEqual([totals.collections_count, totals.collections_amount], [1, 1050])
    assert.match(z_report, /1.050/)
    // Nobody is at the desk any more: its code is taken back, and nobody pays it meanwhile.
    assert.equal(refusalOf(await pay(waiting)).code, 'payment_link_cancelled')
    await until(waiting, 'cancelled')
  })

  it('of a terminal that is deleted is cancelled at once', async () => {
    const desk = deskOf(service, tenant)
    const terminal = await desk.activated({ type: 'pos', label: 'Caisse 10' })
    const id = await make({}, terminal.key)
    assert.equal((await desk.remove(terminal.id)).status, 200)
    assert.equal(refusalOf(await pay(id)).code, 'payment_link_cancelled')
    await until(id, 'cancelled')
  })

  it('the payer is masked except for the secret key', async () => {
    const id = await make({}, tenant.keys.terminal)
    await pay(id, {
      phone: '2290197001234',
      customer: { name: 'Awa Dossou', email: 'awa@example.com' },
    })
    await until(id, 'succeeded')
    const seenBy = async (by: string) =>
      (await readCheckout(service, by, id)).json.data.transaction.customer
    assert.deepEqual(await seenBy(key), {
      name: 'Awa Dossou',
      email: 'awa@example.com',
      phone: '2290197001234',
    })
    for (const by of [tenant.keys.terminal, tenant.keys.session]) {
      assert.deepEqual(await seenBy(by), {
        name: 'Awa D.',
        email: 'a•••@example.com',
        phone: '22901••••1234',
      })
    }
  })

  async function paymentsOf(id: string): Promise<number> {
    const { payments } = await onPool(service.database.pool).one<{ payments: number }>(
      'select count(*)::int as payments from transaction where checkout_id = $1',
      [id],
    )
    return payments
  }
})
