import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBinary, temporalCli } from '#dev/binaries.ts'
import { startMtnEmulator } from '#dev/emulators/mtn.ts'
import { statementOf } from '#dev/emulators/server.ts'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { certificates } from '#test/activities/webhooks/certificates.ts'
import { openGate } from '#test/faults/gate.ts'
import { tell } from '#test/faults/rounds.ts'
import { givenScene, openScene } from '#test/faults/scene.ts'
import { call, type CallAnswer, collectionCall, eventually } from '#test/support/call.ts'
import { checkOperatorBooks } from '#test/support/operator-books.ts'
import { mtnSettings } from '#test/support/operator-settings.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import { createLink } from '#test/support/payment-links.ts'
import { accountsOf, authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import type { ApiHere } from '#test/faults/api-here.ts'
import { atDesk } from '#test/support/staff.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { given } from '#test/support/given.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { needsPrograms, runDrill, runScript } from './drill.ts'
import { timePasses } from './time-passes.ts'

const provider = 'mtn-benin'
const balance = 100_000
const payoutAmount = 1000
const each = 3
/** Longer than the operator needs, shorter than the outage. */
const expirySeconds = 15

/** Orders of each kind, by how the outage finds them. */
interface Orders {
  /** The operator has it when it goes away, and nobody here knows the outcome. */
  debited: string
  sentPayout: string
  /** The connection broke once it was sent: it never arrived, and nobody here knows that. */
  brokenPayout: string
  /** Asked for while it is away and not yet closed. */
  collections: readonly string[]
  /** The same; a day goes by over them, or half a day. */
  dayOldPayouts: readonly string[]
  payouts: readonly string[]
  refund: RefundId
}

describe('the drill of an operator that is away for a day', function () {
  this.timeout(300_000)
  const token = join(temporaryFolder('desk'), 'token')
  let api: ApiHere
  let temporal: string
  const orders = {} as Orders

  before(needsPrograms)
  const mtn = given(() => startMtnEmulator({ delayMs: 1500, float: 1_000_000 }))
  const gate = given(() => openGate(new URL(mtn.account.baseUrl).host))
  const scene = givenScene(() => openScene(settings()))
  const live = given(() => createTenant(scene.database, { mode: 'live' }))
  before(async () => {
    const { temporalAddress, namespace } = scene.places
    temporal = `'${await findBinary(temporalCli)}' --address ${temporalAddress} --namespace ${namespace}`
    await giveBalance(scene.database, live, balance)
    ;[api] = await Promise.all([scene.startApiHere(), scene.startWorker()])
    await scene.createEndpoint(api, live)
    writeFileSync(token, (await atDesk(scene.database, 'supervisor')).token)
  })
  afterEach(async () => {
    assert.deepEqual(await checkOperatorBooks(scene.database, { [provider]: mtn.memory }), [])
  })

  it('before it is closed, what is asked for is accepted, and waits', async () => {
    const paid = await accepted(collect())
    await scene.untilFinal([paid])
    // It has these two, and goes away before anybody has read how they end.
    orders.sentPayout = await accepted(payOut('0011'))
    orders.debited = await accepted(collect())
    await eventually(() => Promise.resolve(mtn.memory.orders.length === 3))
    gate.swallow()
    orders.brokenPayout = await accepted(payOut())
    const isSent = async () => (await stateOf('operator_state', orders.brokenPayout)) === 'sent'
    await eventually(async () => (await isSent()) && (await isAsked(orders.brokenPayout)))
    await gate.goAway()
    orders.collections = await several(() => accepted(collect()))
    orders.dayOldPayouts = await several(() => accepted(payOut()))
    orders.payouts = await several(() => accepted(payOut()))
    orders.refund = await payBack(asId<TransactionId>(paid))
    assert.equal(mtn.memory.orders.length, 3, 'nothing gets through')
  })

  it('it is closed: merchants and payers are told so at once, and nothing under way is touched', async () => {
    const said = await runDrill('operator-away', steps())
    assert.match(said, /mtn-benin: close, done\..*payout.*mtn-benin is closed/s)
    for (const asked of [collect(), payOut()]) {
      const refused = await eventually(async () => {
        const answer = await asked
        return answer.status === 422 && answer
      })
      assert.equal(refused.json.error.code, 'provider_unavailable')
      assert.equal(refused.json.error.message, 'Cet opérateur est momentanément indisponible.')
    }
    const { id } = await createLink(scene.database, live)
    assert.match(await page(`/live/pay/${id}`), /Paiement momentanément impossible/)
    await eventually(async () => /MTN Mobile Money<.*?Fermé/s.test(await page('/etat')), 60_000)
    assert.match(await runDrill('operator-away', steps()), /somebody has done it before/)
  })

  it('payments expire and their merchant is told; nobody is asked, and no money out has ended', async () => {
    assert.deepEqual(await statesOf([...orders.dayOldPayouts, ...waiting()]), [
      { status: 'pending' },
    ])
    // For these the day is over already: a run asks three times more, for a minute, before it gives one up.
    await timePasses(scene.database, '25 hours', orders.dayOldPayouts)
    // Their next request may be minutes away; to be cancelled means to ask now.
    const { workflow } = scene.temporal.client
    await Promise.all(orders.dayOldPayouts.map((id) => workflow.getHandle(`payout/${id}`).cancel()))
    const expired = [...orders.collections, orders.debited]
    const states = await scene.untilFinal(expired)
    assert.deepEqual(new Set(states.values()), new Set(['expired']))
    for (const id of expired) {
      const [letter] = await scene.mailbox.until(id, 1)
      assert.equal(letter?.event, 'payment.failed')
      assert.equal(letter?.data['status'], 'EXPIRED')
    }
    assert.deepEqual(await statesOf(waiting()), [{ status: 'pending' }])
    assert.equal(mtn.memory.orders.length, 3)
    await assert.rejects(
      runDrill('operator-back', steps()),
      /mtn-benin does not answer: nothing was changed\./,
    )
  })

  it('after a day, payouts that certainly never left are given back; what may have left waits on, and so do younger ones', async () => {
    await timePasses(scene.database, '25 hours', [orders.sentPayout, orders.brokenPayout])
    await timePasses(scene.database, '12 hours', orders.payouts)
    await scene.untilFinal(orders.dayOldPayouts)
    const failed = await rows(
      'select distinct status, failure_code from transaction where id = any($1::uuid[])',
      orders.dayOldPayouts,
    )
    assert.deepEqual(failed, [{ status: 'failed', failure_code: 'operator_unavailable' }])
    for (const id of orders.dayOldPayouts) {
      const [letter] = await scene.mailbox.until(id, 1)
      assert.equal(letter?.event, 'withdrawal.failed')
    }
    assert.deepEqual(await statesOf(waiting()), [{ status: 'pending' }])
  })

  it('it seems to answer and does not: what waits looks, and stays closed to others', async () => {
    await assert.rejects(
      runDrill('operator-back', { ...steps(), PROBE: 'true', PATIENCE: '5' }),
      /None of the \d+ that waited for mtn-benin has ended: it is still closed\..*run this again\./,
    )
    assert.deepEqual(await statesOf(waiting()), [{ status: 'pending' }])
  })

  it('it answers again: money out that waited leaves, and only then is it open', async () => {
    gate.open()
    await gate.comeBack()
    const said = await runDrill('operator-back', steps())
    assert.match(said, /of (\d+) that waited, \1 have ended.*mtn-benin: open, done\..*is open/s)
    const states = await scene.untilFinal(waiting())
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    await eventually(async () => (await stateOf('status', orders.refund)) === 'succeeded')
    const next = await eventually(async () => {
      const answer = await collect()
      return answer.status === 202 && String(answer.json.data.id)
    })
    assert.deepEqual([...(await scene.untilFinal([next])).values()], ['succeeded'])
  })

  it('who was debited after the end has the money booked as owed to them', async () => {
    const [late] = await rows(
      'select status, late_outcome_at is not null as is_booked from transaction where id = any($1::uuid[])',
      [orders.debited],
    )
    assert.deepEqual(late, { status: 'expired', is_booked: true })
  })

  it('no order was given twice, each payout left once, and the balance is short of just these', async () => {
    const { memory } = mtn
    for (const { id } of memory.orders) assert.equal(memory.takings(id), 1, id)
    const out = memory.orders.filter(({ kind, end }) => kind === 'payout' && end === 'succeeded')
    assert.equal(out.length, orders.payouts.length + 2)
    const { available } = await accountsOf(scene.database, live)
    const paidIn = await rows(
      `select coalesce(sum(net_amount - refunded_amount), 0)::int as sum from transaction
       where type = 'collection' and status = 'succeeded' and service_env_id = any($1::uuid[])`,
      [live.serviceEnvId],
    )
    assert.equal(available, balance + Number(paidIn[0]?.['sum']) - out.length * payoutAmount)
    await scene.settleDown(90_000)
  })

  it('its statement and our books agree, line for line', async () => {
    const file = join(temporaryFolder('statement'), 'mtn.csv')
    writeFileSync(file, statementOf(mtn.memory))
    const hourMs = 3_600_000
    const day = (ago: number): string =>
      new Date(Date.now() + (1 - 24 * ago) * hourMs).toISOString().slice(0, 10)
    const days = { STATEMENT: file, FROM: day(1), TO: day(0) }
    const said = await runScript('deploy/drills/operator-statement.sh', { ...steps(), ...days })
    assert.match(said, new RegExp(`agree, line for line: ${mtn.memory.orders.length} lines`))
    tell('an operator away for a day', {
      'orders at the operator': mtn.memory.orders.length,
      'expired unsent': orders.collections.length,
      'payouts given back': orders.dayOldPayouts.length,
      'payouts that waited': orders.payouts.length + 2,
      'sent twice': 0,
    })
    // A line that is not ours is told.
    const [title = '', line = ''] = statementOf(mtn.memory).split('\n')
    const forged = line.replaceAll(
      /[0-9a-f]{8}-[0-9a-f-]{27}/g,
      'f0000000-0000-4000-8000-000000000000',
    )
    writeFileSync(file, [title, forged.replace(/7000000001/, '7999999999'), ''].join('\n'))
    await assert.rejects(
      runScript('deploy/drills/operator-statement.sh', { ...steps(), ...days }),
      /The statement and the books differ/,
    )
  })

  const collect = (): Promise<CallAnswer> =>
    call(api, collectionCall(live.keys.secret, { provider, phone: freshPhone('1234') }))

  async function payOut(ending = '1234'): Promise<CallAnswer> {
    const phone = await authorizePhone(scene.database, live, freshPhone(ending))
    return call(api, payoutCall(live.keys.secret, { provider, phone, amount: payoutAmount }))
  }

  async function accepted(asked: Promise<CallAnswer>): Promise<string> {
    const { status, text, json } = await asked
    assert.equal(status, 202, text)
    return String(json.data.id)
  }

  const several = (work: () => Promise<string>): Promise<string[]> =>
    Promise.all(Array.from({ length: each }, work))

  /** Half of a payment, approved by staff while the operator is away. */
  async function payBack(transactionId: TransactionId): Promise<RefundId> {
    const parts = { database: scene.database, client: scene.temporal.client }
    const books = { database: scene.database, outbox: outboxTo(parts) }
    const { id } = await refundOf(books, live, { transactionId, amount: 500n })
    await ordersTo(parts).approve(id)
    return id
  }

  /** Whether the request to the operator is over, however it went. */
  async function isAsked(payoutId: string): Promise<boolean> {
    const run = scene.temporal.client.workflow.getHandle(`payout/${payoutId}`)
    const { events } = await run.fetchHistory()
    return (events ?? []).some((event) => event.activityTaskCompletedEventAttributes)
  }

  /** All but what a day has ended. */
  const waiting = () => [...orders.payouts, orders.sentPayout, orders.brokenPayout]
  const stateOf = async (column: string, id: string) => {
    const table = column === 'status' ? 'refund' : 'transaction'
    const text = `select ${column} as state from ${table} where id = any($1::uuid[])`
    return (await rows(text, [id]))[0]?.['state']
  }

  const statesOf = (ids: readonly string[]) =>
    rows('select distinct status from transaction where id = any($1::uuid[])', ids)

  async function rows(
    text: string,
    ids: readonly string[],
  ): Promise<readonly Record<string, unknown>[]> {
    return (await scene.database.pool.query(text, [ids])).rows
  }

  const page = async (path: string) => (await fetch(`${api.baseUrl}${path}`)).text()

  const steps = () => ({
    DESK: api.baseUrl,
    TOKEN: token,
    PROVIDER: provider,
    DATABASE: scene.places.databaseUrl,
    PROBE: `curl --silent --max-time 5 --output /dev/null http://${gate.address}/`,
    TEMPORAL: temporal,
    PATIENCE: '60',
  })

  function settings(): Record<string, string> {
    const authority = join(temporaryFolder('authority'), 'root.pem')
    writeFileSync(authority, certificates().root)
    return {
      ...mtnSettings(mtn.account, `http://${gate.address}`),
      COLLECTION_EXPIRY: `${expirySeconds}s`,
      NODE_EXTRA_CA_CERTS: authority,
    }
  }
})
