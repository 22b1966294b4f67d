import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { holdFunds } from '#use-cases/funds/orders.ts'
import { makeFundsAvailable } from '#use-cases/funds/move.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { FundsAct } from '#domain/funds/funds.ts'
import { type ActId, asId, type TransactionId } from '#domain/ids.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { acceptOne, createMerchant, openBooks } from '#test/support/books.ts'
import { createStaffMember } from '#test/support/people.ts'
import { expired } from '#test/support/ends.ts'
import { balancesOf, fundsAct, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

describe('funds in the books', () => {
  const books = given(() => openBooks(20))
  const merchant = givenEach(() => createMerchant(books, { mode: 'live' }))
  booksHoldAfterEach(() => books.database)

  it('with an availability delay a payment’s net is pending first, its run announced and its time fixed', async () => {
    await setDelay('2 days')
    const transactionId = await paidCollection(books, merchant)
    assert.equal(await standing(transactionId), 'pending')
    assert.deepEqual(await balancesOf(books, merchant), { pending: 1000 })
    await setDelay('1 hour')
    const [row] = await books.rows<{ hours: number; announced: string[] }>(
      `select round(extract(epoch from funds_available_at - completed_at) / 3600)::int as hours,
         array(select kind from outbox where subject_id = t.id order by kind) as announced
       from transaction t where id = $1`,
      transactionId,
    )
    assert.deepEqual(row, { hours: 48, announced: ['collection', 'funds'] })
    assert.deepEqual(
      await Promise.all([1, 2, 3].map(() => makeFundsAvailable(books.database, transactionId))),
      ['available', 'available', 'available'],
    )
    assert.deepEqual(await balancesOf(books, merchant), { available: 1000 })
    assert.deepEqual(await eventsOf(transactionId), ['payment.success'])
  })

  it('a delay is no delay for what is held, to be confirmed or not paid', async () => {
    await setDelay('2 days')
    for (const funds of ['held', 'pending_confirmation'] as const) {
      assert.equal(await standing(await paidCollection(books, merchant, { funds })), funds)
    }
    const transactionId = await acceptOne(books, merchant)
    await settleTransaction(books.database, books.outbox, { transactionId, outcome: expired })
    assert.equal((await readTransaction(books.database, transactionId)).fundsStatus, null)
    assert.equal(await makeFundsAvailable(books.database, await held()), 'held')
  })

  for (const delay of [null, '2 days'] as const) {
    it(`staff can hold what is ${delay ? 'pending' : 'available'}: it is out of reach, told, and released or withheld after`, async () => {
      if (delay) await setDelay(delay)
      for (const [act, to] of [
        ['release', 'available'],
        ['withhold', 'withheld'],
      ] as const) {
        const shop = await createMerchant(books, { mode: 'live' })
        if (delay) await setDelay(delay, shop.serviceEnvId)
        const transactionId = await paidCollection(books, shop)
        assert.deepEqual(await fundsAct(books, { transactionId, act: 'hold' }), { status: 'held' })
        assert.deepEqual(await balancesOf(books, shop), { held: 1000 })
        const [run] = await books.rows<{ signal: string }>(
          `select signal from outbox where subject_id = $1 and kind = 'funds' order by id desc limit 1`,
          transactionId,
        )
        assert.equal(run?.signal, 'fundsHeld')
        assert.equal(await makeFundsAvailable(books.database, transactionId), 'held')
        assert.deepEqual(await fundsAct(books, { transactionId, act }), { status: to })
        assert.deepEqual(await balancesOf(books, shop), { [to]: 1000 })
        const again = await fundsAct(books, { transactionId, act: 'hold' })
        assert.deepEqual(again, { refused: 'action_not_allowed' }, 'what was decided stays so')
        const told = to === 'available' ? ['funds.held', 'funds.released'] : ['funds.held']
        assert.deepEqual(await eventsOf(transactionId), [...told, 'payment.success'])
      }
    })
  }

  it('what became available after its delay is held and released like the rest: nothing is booked twice, nor left out', async () => {
    await setDelay('2 days')
    const transactionId = await paidCollection(books, merchant)
    await makeFundsAvailable(books.database, transactionId)
    for (const [act, account] of [
      ['hold', 'held'],
      ['release', 'available'],
    ] as const) {
      await fundsAct(books, { transactionId, act })
      assert.deepEqual(await balancesOf(books, merchant), { [account]: 1000 })
    }
  })

  it('nothing is held that was spent, or given back in part', async () => {
    const spent = await paidCollection(books, merchant)
    const other = await paidCollection(books, merchant)
    await refundOf(books, merchant, { transactionId: other, amount: null })
    const { id: staffMemberId } = await createStaffMember(books.database, 'supervisor')
    const hold = (transactionId: TransactionId) =>
      holdFunds(books, {
        actId: asId<ActId>(randomUUID()),
        transactionId,
        staffMemberId,
        reason: 'Vérification',
      })
    await assert.rejects(hold(other), { code: 'action_not_allowed' })
    await assert.rejects(hold(spent), { code: 'insufficient_balance' })
    assert.equal(await standing(spent), 'available')
  })

  const ways: readonly (readonly [FundsAct, 'held' | 'pending_confirmation', FundsStatus])[] = [
    ['confirm', 'pending_confirmation', 'available'],
    ['release', 'held', 'available'],
    ['withhold', 'held', 'withheld'],
  ]
  for (const [act, from, to] of ways) {
    it(`staff can ${act} what is ${from}: it is ${to}, once`, async () => {
      const transactionId = await paidCollection(books, merchant, { funds: from })
      const order = { transactionId, act, actId: asId<ActId>(randomUUID()) }
      assert.deepEqual(await fundsAct(books, order), { status: to })
      assert.deepEqual(await balancesOf(books, merchant), { [to]: 1000 })
      const again = await fundsAct(books, { transactionId, act })
      assert.deepEqual(again, { refused: 'action_not_allowed' })
      const told = to === 'available' ? ['funds.held', 'funds.released'] : ['funds.held']
      assert.deepEqual(await eventsOf(transactionId), [...told, 'payment.success'])
    })

    it(`nothing else lets staff ${act}`, async () => {
      const others = ['available', 'held', 'pending_confirmation'] as const
      for (const funds of others.filter((other) => other !== from)) {
        const transactionId = await paidCollection(books, merchant, { funds })
        const result = await fundsAct(books, { transactionId, act })
        assert.deepEqual(result, { refused: 'action_not_allowed' })
        assert.equal(await standing(transactionId), funds)
      }
    })
  }

  it('50 races of release and withholding each have one winner, and the money agrees', async function () {
    this.timeout(60_000)
    const winners = new Set<string>()
    for (let race = 0; race < 50; race += 1) {
      const shop = await createMerchant(books)
      const transactionId = await paidCollection(books, shop, { funds: 'held' })
      const acts = race % 2 === 0 ? ways.slice(1) : ways.slice(1).toReversed()
      const results = await Promise.all(
        acts.map(([act]) => fundsAct(books, { transactionId, act })),
      )
      const won = results.flatMap((result) => ('status' in result ? [result.status] : []))
      assert.equal(won.length, 1)
      assert.deepEqual(await balancesOf(books, shop), { [won[0] ?? '']: 1000 })
      winners.add(won[0] ?? '')
    }
    assert.equal(winners.size, 2, 'both sides win some races, or these are none')
  })

  it('what a refund took of held funds does not move with them', async () => {
    const transactionId = await held()
    await paidCollection(books, merchant)
    await refundOf(books, merchant, { transactionId, amount: 300n })
    await fundsAct(books, { transactionId, act: 'release' })
    assert.deepEqual(await balancesOf(books, merchant), { available: 1700, reserved: 300 })
    const whole = await held()
    await refundOf(books, merchant, { transactionId: whole, amount: null })
    await fundsAct(books, { transactionId: whole, act: 'release' })
    assert.equal(await standing(whole), 'available', 'though nothing was left to move')
  })

  it('the database refuses every move that the table does not have', async () => {
    const transactionId = await held()
    for (const status of ['pending', 'pending_confirmation', null]) {
      const move = books.rows(
        'update transaction set funds_status = $2 where id = $1',
        transactionId,
        status,
      )
      await assert.rejects(move, /cannot go/)
    }
    await fundsAct(books, { transactionId, act: 'withhold' })
    const back = `update transaction set funds_status = 'available' where id = $1`
    await assert.rejects(books.rows(back, transactionId), /cannot go/)
    const less = 'update transaction set refunded_amount = refunded_amount - 1 where id = $1'
    await assert.rejects(books.rows(less, transactionId), /stays so/)
    for (const delay of ['-1 day', '0', '91 days']) await assert.rejects(setDelay(delay), /delay/)
  })

  const held = () => paidCollection(books, merchant, { funds: 'held' })
  const setDelay = (delay: string, serviceEnvId = merchant.serviceEnvId) =>
    books.rows(
      'update service_env set availability_delay = $2::interval where id = $1',
      serviceEnvId,
      delay,
    )
  const standing = async (id: TransactionId) =>
    (await readTransaction(books.database, id)).fundsStatus
  const eventsOf = async (id: TransactionId) => {
    const rows = await books.rows<{ type: string }>(
      'select type from event where transaction_id = $1 order by type',
      id,
    )
    return rows.map(({ type }) => type)
  }
})
