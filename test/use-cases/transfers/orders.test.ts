import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { type ErrorCode, ServiceError } from '#domain/errors/errors.ts'
import { asId, type StaffMemberId, type TransactionId } from '#domain/ids.ts'
import { readBeneficiary } from '#use-cases/transfers/find.ts'
import { onPool } from '#db/sql.ts'
import {
  approveTransfer,
  markTransferred,
  rejectTransfer,
  type StaffOrder,
  takeTransfer,
} from '#use-cases/transfers/orders.ts'
import { refusalOf, startApiScene } from '#test/support/api-scene.ts'
import { type CallAnswer, collectionCall, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import {
  acceptedTransfer,
  accountsOf,
  authorizeBank,
  giveBalance,
  payoutCall,
  readyToPayOut,
} from '#test/support/payouts.ts'
import { newStaff } from '#test/support/people.ts'
import { addTariff } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'
import { actingOn } from '#test/support/orders.ts'

const raceRounds = Number(process.env['RACE_ROUNDS'] ?? 25)

describe('a bank transfer in the hands of staff and of its merchant', () => {
  const scene = given(() => startApiScene())
  const tenant = given(() => createTenant(scene.service.database, { mode: 'live' }))
  before(async () => {
    const { database } = scene.service
    await giveBalance(database, tenant, 100_000_000)
    await authorizeBank(database, tenant)
    const tariff = { level: 'service', type: 'payout', kind: 'fixed', value: '500' } as const
    while (crew.length < raceRounds + 60) crew.push(await newStaff(database))
    await addTariff(database, tenant, { ...tariff, payer: 'merchant' })
  })
  booksHoldAfterEach(() => scene.service.database)

  const crew: StaffMemberId[] = []
  /** Somebody else each time. */
  const staff = (): StaffMemberId => crew.shift() ?? assert.fail('the crew is too small')
  const context = () =>
    actingOn({ database: scene.service.database, client: scene.service.temporal })
  const transfer = (changes: object = {}): Promise<TransactionId> =>
    acceptedTransfer(scene.service, tenant, { ...changes })
  const cancel = (id: string, key = tenant.keys.secret): Promise<CallAnswer> =>
    scene.call({ method: 'POST', path: `/v2/transactions/${id}/cancel`, key })
  const balance = () => accountsOf(scene.service.database, tenant)
  const bank = {
    bankReference: 'VIR/2026/118',
    transferOn: '2026-11-21',
    mayShareReference: true,
  }

  it('is cancelled all the same when somebody has terminated its run: the order starts it again', async () => {
    const transactionId = await transfer()
    const run = scene.service.temporal.workflow.getHandle(`bank-transfer/${transactionId}`)
    await eventually(async () => (await run.describe()).status.name === 'RUNNING')
    await run.terminate('a test')
    const answer = await cancel(transactionId)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.json.data.status, 'cancelled')
  })

  it('is taken, then transferred: the bank’s reference and day are shown, amount and fee are spent', async () => {
    const before = await balance()
    const transactionId = await transfer({ amount: 20_000 })
    const order: StaffOrder = { transactionId, staffId: staff() }
    const taken = await takeTransfer(context(), order)
    assert.deepEqual([taken.status, taken.transfer?.state], ['pending', 'in_progress'])
    const done = await markTransferred(context(), { ...order, ...bank })
    assert.deepEqual([done.status, done.transfer?.state], ['succeeded', 'transferred'])
    const { json } = await scene.call({
      path: `/v2/transactions/${transactionId}`,
      key: tenant.keys.secret,
    })
    const { payout, status, pending_reason } = json.data
    assert.deepEqual([status, pending_reason, payout.state], ['succeeded', null, 'transferred'])
    assert.deepEqual(
      [payout.bank_reference, payout.transfer_on],
      [bank.bankReference, bank.transferOn],
    )
    const after = await balance()
    assert.equal(after['available'], Number(before['available']) - 20_500)
    assert.deepEqual(await eventsOf(transactionId), ['withdrawal.pending', 'withdrawal.success'])
  })

  it('is rejected: it failed, and amount and fee return', async () => {
    const before = await balance()
    const transactionId = await transfer()
    const order = { transactionId, staffId: staff() }
    await takeTransfer(context(), order)
    const ended = await rejectTransfer(context(), { ...order, reason: 'Compte clôturé' })
    assert.deepEqual(
      [ended.status, ended.failureCode, ended.transfer?.state],
      ['failed', 'bank_rejected', 'rejected'],
    )
    assert.deepEqual(await balance(), before)
    assert.deepEqual(await eventsOf(transactionId), ['withdrawal.failed', 'withdrawal.pending'])
  })

  it('is cancelled by the merchant while it is to_process: the transaction is answered, all returns', async () => {
    const before = await balance()
    const id = await transfer()
    const { status, json } = await cancel(id)
    assert.equal(status, 200)
    const { data } = json
    assert.deepEqual(
      [data.id, data.status, data.payout.state, data.failure],
      [id, 'cancelled', 'cancelled', null],
    )
    assert.ok(data.completed_at)
    assert.deepEqual(await balance(), before)
    assert.deepEqual(await eventsOf(id), ['withdrawal.cancelled', 'withdrawal.pending'])
    assert.deepEqual(refusalOf(await cancel(id)), { status: 409, code: 'cannot_cancel' })
  })

  it('cannot be cancelled once taken, nor by another merchant, nor in the other mode', async () => {
    const id = await transfer()
    const stranger = await createTenant(scene.service.database, { mode: 'live' })
    const sandbox = await createTenant(scene.service.database, { serviceId: tenant.serviceId })
    for (const other of [stranger, sandbox]) {
      const refused = refusalOf(await cancel(id, other.keys.secret))
      assert.deepEqual(refused, { status: 404, code: 'transaction_not_found' })
    }
    for (const kind of ['public', 'terminal', 'session'] as const) {
      assert.equal(refusalOf(await cancel(id, tenant.keys[kind])).code, 'secret_key_required')
    }
    await takeTransfer(context(), { transactionId: id, staffId: staff() })
    assert.deepEqual(refusalOf(await cancel(id)), { status: 409, code: 'cannot_cancel' })
  })

  it('cannot_cancel is the answer for a collection and a Mobile Money payout', async () => {
    const sandbox = await createTenant(scene.service.database)
    const phone = await readyToPayOut(scene.service.database, sandbox, { balance: 10_000 })
    const key = sandbox.keys.secret
    for (const request of [collectionCall(key), payoutCall(key, { phone })]) {
      const { json } = await scene.call(request)
      const refused = refusalOf(await cancel(json.data.id, key))
      assert.deepEqual(refused, { status: 409, code: 'cannot_cancel' })
      if (json.data.receipt_token) scene.keepSecret(json.data.receipt_token)
    }
    assert.equal(refusalOf(await cancel(randomUUID(), key)).code, 'transaction_not_found')
  })

  it('refuses at once what cannot be: an act before its time, twice, or after the end', async () => {
    const transactionId = await transfer()
    const order = { transactionId, staffId: staff() }
    const mark = () => markTransferred(context(), { ...order, ...bank })
    const reject = () => rejectTransfer(context(), { ...order, reason: 'Non' })
    await refused(mark(), 'action_not_allowed')
    await refused(reject(), 'action_not_allowed')
    await takeTransfer(context(), order)
    await refused(takeTransfer(context(), { ...order, staffId: staff() }), 'action_not_allowed')
    await refused(approveTransfer(context(), { ...order, staffId: staff() }), 'action_not_allowed')
    await mark()
    for (const act of [mark, reject, () => takeTransfer(context(), order)]) {
      await refused(act(), 'action_not_allowed')
    }
    const nobody = { transactionId: asId<TransactionId>(randomUUID()), staffId: staff() }
    await refused(takeTransfer(context(), nobody), 'transaction_not_found')
  })

  it('above the threshold a second person approves before it is transferred, never the one who took it', async () => {
    const transactionId = await transfer({ amount: 1_000_001 })
    const [taker, other] = [staff(), staff()]
    const order = { transactionId, staffId: taker }
    const mark = () => markTransferred(context(), { ...order, ...bank })
    await refused(
      approveTransfer(context(), { transactionId, staffId: other }),
      'action_not_allowed',
    )
    await takeTransfer(context(), order)
    await refused(mark(), 'approval_required')
    await refused(approveTransfer(context(), order), 'approval_by_another')
    await approveTransfer(context(), { transactionId, staffId: other })
    await refused(
      approveTransfer(context(), { transactionId, staffId: staff() }),
      'action_not_allowed',
    )
    assert.equal((await mark()).status, 'succeeded')
  })

  it('at the threshold one person is enough, until the day’s sum of one merchant goes above it', async () => {
    const { database } = scene.service
    const other = await createTenant(database, { mode: 'live' })
    await giveBalance(database, other, 5_000_000)
    await authorizeBank(database, other)
    const alone = async (amount: number) => {
      const transactionId = await acceptedTransfer(scene.service, other, { amount })
      const order = { transactionId, staffId: staff() }
      await takeTransfer(context(), order)
      return () => markTransferred(context(), { ...order, ...bank })
    }
    const whole = await alone(1_000_000)
    assert.equal((await whole()).status, 'succeeded')
    await refused((await alone(1000))(), 'approval_required')
  })

  it('shows staff alone whom to pay: the whole account number, kept sealed', async () => {
    const id = await transfer()
    const { holderName, accountNumber } = await readBeneficiary(scene.service.database, id)
    assert.equal(holderName, 'Maison Essai')
    assert.match(accountNumber, /^BJ066\d{13}0042$/)
    const rows = await onPool(scene.service.database.pool).rows<{ text: string }>(
      `select (a.*)::text || t::text || e::text as text from authorized_account a, transaction t, event e
       where t.id = $1 and e.transaction_id = t.id`,
      [id],
    )
    const hex = Buffer.from(accountNumber).toString('hex')
    assert.ok(rows.length > 0)
    for (const { text } of rows) assert.ok(!text.includes(accountNumber) && !text.includes(hex))
    await cancel(id)
  })

  it(`cancelled and taken at the same moment, ${raceRounds} times: exactly one wins, and the money agrees`, async function () {
    this.timeout(120_000)
    const before = await balance()
    const wins = { cancel: 0, take: 0 }
    const round = async (at: number): Promise<void> => {
      const transactionId = await transfer({ amount: 1000 })
      const acts = [
        () => cancel(transactionId).then(({ status }) => status === 200),
        () =>
          takeTransfer(context(), { transactionId, staffId: staff() }).then(
            () => true,
            (error: unknown) => codeOf(error) !== 'action_not_allowed',
          ),
      ] as const
      const order = at % 2 === 0 ? acts : acts.toReversed()
      const results = await Promise.all(order.map((act) => act()))
      const [hasCancelled, hasTaken] = at % 2 === 0 ? results : results.toReversed()
      assert.notEqual(hasCancelled, hasTaken)
      wins[hasCancelled ? 'cancel' : 'take'] += 1
    }
    for (let done = 0; done < raceRounds; done += 5) {
      await Promise.all([...Array(5).keys()].map((at) => round(done + at)))
    }
    const after = await balance()
    const reserved = (after['reserved'] ?? 0) - (before['reserved'] ?? 0)
    assert.equal(reserved, wins.take * 1500)
    assert.equal(after['available'], Number(before['available']) - reserved)
    if (raceRounds > 100) process.stdout.write(`      ${JSON.stringify(wins)}\n`)
  })

  it('20 people take it at once: one of them has it', async () => {
    const transactionId = await transfer()
    const people = Array.from({ length: 20 }, staff)
    const taken = await Promise.all(
      people.map((staffId) =>
        takeTransfer(context(), { transactionId, staffId }).then(
          () => staffId,
          (error: unknown) => assert.equal(codeOf(error), 'action_not_allowed'),
        ),
      ),
    )
    const [winner, ...others] = taken.filter((id) => id !== undefined)
    assert.deepEqual(others, [])
    const { rows } = await scene.service.database.pool.query(
      'select taken_by from bank_transfer where transaction_id = $1',
      [transactionId],
    )
    assert.equal(rows[0].taken_by, winner)
  })

  async function refused(work: Promise<unknown>, code: ErrorCode): Promise<void> {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    assert.equal(codeOf(error), code)
  }

  function codeOf(error: unknown): string {
    assert.ok(error instanceof ServiceError, inspect(error))
    return error.code
  }

  async function eventsOf(id: string): Promise<string[]> {
    const rows = await onPool(scene.service.database.pool).rows<{ type: string }>(
      'select type from event where transaction_id = $1 order by type',
      [id],
    )
    return rows.map(({ type }) => type)
  }
})
