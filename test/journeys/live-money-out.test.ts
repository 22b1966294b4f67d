import assert from 'node:assert/strict'
import { setOperatorAccount } from '#use-cases/operators/set-account.ts'
import { onPool } from '#db/sql.ts'
import type { Memory } from '#dev/emulators/memory.ts'
import { startMoovEmulator } from '#dev/emulators/moov.ts'
import { startMtnEmulator } from '#dev/emulators/mtn.ts'
import type { OperatorRequestId, RefundId, TransactionId } from '#domain/ids.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { checkOperatorBooks } from '#test/support/operator-books.ts'
import { moovSettings } from '#test/support/operator-settings.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { startTestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'

const settings = { delayMs: 200, float: 1_000_000 }
const networks = ['mtn', 'moov'] as const
type Network = (typeof networks)[number]
/** Plain, called back twice, called back first, taken without an answer, taken with a 500, cut off, slow. */
const paidEndings = ['1234', '0008', '0010', '0011', '0101', '0106', '0110']
/** No float, and a recipient that is refused. */
const failedEndings = ['0001', '0002']
const refundEndings = ['1234', '0008', '0010', '0011', '0101']
const timeoutMs = 90_000

interface Movement {
  readonly name: string
  readonly network: Network
  readonly status: string
  readonly request: OperatorRequestId
  readonly movements: readonly string[]
  readonly events: readonly string[]
}

describe('a live payout and a live refund at operators that fail in the ways that matter', function () {
  this.timeout(3 * timeoutMs)
  const mtn = given(() => startMtnEmulator(settings))
  const moov = given(() => startMoovEmulator({ ...settings, findsBy: 'any_id' }))
  const service = given(() => startTestService(moovSettings(moov.account)))
  let payouts: readonly Movement[]
  let refunds: readonly Movement[]

  const tenant = given(() => createTenant(service.database, { mode: 'live' }))
  before(async () => {
    await giveBalance(service.database, tenant, 1_000_000)
    const callbackUrl = `${service.baseUrl}/operators/mtn/callbacks`
    await setOperatorAccount(
      service.database,
      { serviceEnvId: tenant.serviceEnvId, isMoneyMoved: true },
      { ...mtn.account, callbackUrl },
    )
    const [sent, back] = await Promise.all([
      eachOf([...paidEndings, ...failedEndings], payOut),
      eachOf(refundEndings, payBack),
    ])
    payouts = await ended(sent, readPayout)
    refunds = await ended(back, readRefund)
  })

  type Sent = { readonly name: string; readonly network: Network; readonly id: string }
  const eachOf = (
    endings: readonly string[],
    send: (network: Network, phone: string) => Promise<string>,
  ): Promise<Sent[]> =>
    Promise.all(
      networks.flatMap((network) =>
        endings.map(async (ending, at) => {
          const start = network === 'mtn' ? '97' : '95'
          const kind = send === payOut ? '4' : '6'
          const id = await send(network, `22901${start}${kind}${at}${ending}`)
          return { name: `${network} ${ending}`, network, id }
        }),
      ),
    )

  async function payOut(network: Network, number: string): Promise<string> {
    const phone = await authorizePhone(service.database, tenant, number)
    const provider = `${network}-benin`
    const answer = await call(service, payoutCall(tenant.keys.secret, { provider, phone }))
    assert.equal(answer.status, 202, answer.text)
    return answer.json.data.id
  }

  /** A collection that is paid, whose payer gets 500 XOF back. */
  async function payBack(_network: Network, phone: string): Promise<string> {
    const request = collectionCall(tenant.keys.secret, { provider: 'auto', phone })
    const { json, text, status } = await call(service, request)
    assert.equal(status, 202, text)
    const transactionId: TransactionId = json.data.id
    await eventually(
      async () => (await readPayout(transactionId)).status === 'succeeded',
      timeoutMs,
    )
    const { database, temporal: client } = service
    const books = { database, outbox: outboxTo({ database, client }) }
    const { id } = await refundOf(books, tenant, { transactionId, amount: 500n })
    await ordersTo({ database, client }).approve(id)
    return id
  }

  type Read = (id: string) => Promise<Omit<Movement, 'name' | 'network'>>
  const readPayout: Read = (id) =>
    onPool(service.database.pool).one(
      `select status, operator_request_id as request,
         array(select kind from ledger_movement m where m.transaction_id = t.id order by m.id) as movements,
         array(select type from event e where e.transaction_id = t.id) as events
       from transaction t where id = $1`,
      [id],
    )
  const readRefund: Read = (id) =>
    onPool(service.database.pool).one(
      `select status, operator_request_id as request,
         array(select kind from ledger_movement m where m.refund_id = r.id order by m.id) as movements,
         array(select type from event e where e.refund_id = r.id order by type) as events
       from refund r where id = $1`,
      [id as RefundId],
    )

  async function ended(sent: readonly Sent[], read: Read): Promise<Movement[]> {
    const readAll = () =>
      Promise.all(sent.map(async (each) => ({ ...each, ...(await read(each.id)) })))
    const open = new Set(['pending', 'approved', 'processing'])
    await eventually(
      async () => (await readAll()).every(({ status }) => !open.has(status)),
      timeoutMs,
    )
    return readAll()
  }

  const memoryOf = ({ network }: Movement): Memory => (network === 'mtn' ? mtn : moov).memory

  it('what an operator took is paid, once, whatever came of its answer', () => {
    for (const ending of paidEndings) {
      for (const network of networks) {
        const found = payouts.find(({ name }) => name === `${network} ${ending}`)
        assert.ok(found)
        assert.equal(found.status, 'succeeded', found.name)
        assert.equal(memoryOf(found).movements(found.request), 1, found.name)
      }
    }
  })

  it('what it refused fails, and the amount and fee return', () => {
    const failed = payouts.filter(({ status }) => status === 'failed')
    assert.equal(failed.length, networks.length * failedEndings.length)
    for (const each of failed) {
      assert.equal(memoryOf(each).movements(each.request), 0, each.name)
      assert.deepEqual(each.movements, ['payout_reserved', 'payout_returned'], each.name)
    }
  })

  it('every payout has one end and one event of it, and none was ordered twice', () => {
    for (const each of payouts) {
      const end = each.status === 'succeeded' ? 'withdrawal.success' : 'withdrawal.failed'
      assert.deepEqual(each.events, [end], each.name)
      assert.equal(memoryOf(each).takings(each.request), 1, each.name)
    }
  })

  it('every refund is paid once, told once, and its money left once', () => {
    assert.equal(refunds.length, networks.length * refundEndings.length)
    for (const each of refunds) {
      assert.equal(each.status, 'succeeded', each.name)
      assert.deepEqual(each.events, ['refund.pending', 'refund.success'], each.name)
      assert.deepEqual(each.movements, ['refund_reserved', 'refund_paid'], each.name)
      const memory = memoryOf(each)
      const counted = [memory.takings(each.request), memory.movements(each.request)]
      assert.deepEqual(counted, [1, 1], each.name)
    }
  })

  it('the books hold what must always hold', async () => {
    assert.deepEqual(await checkInvariants(service.database), [])
  })

  it('our books and the operators’ agree, debit for debit', async () => {
    const memories = { 'mtn-benin': mtn.memory, 'moov-benin': moov.memory }
    assert.deepEqual(await checkOperatorBooks(service.database, memories), [])
  })
})
