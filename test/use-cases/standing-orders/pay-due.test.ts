import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { StandingOrderId } from '#domain/ids.ts'
import { revokeAuthorizedAccount } from '#use-cases/authorized-accounts/decide.ts'
import { readStandingOrder } from '#use-cases/standing-orders/find.ts'
import {
  endStandingOrder,
  pauseStandingOrder,
  resumeStandingOrder,
} from '#use-cases/standing-orders/move.ts'
import { payDue } from '#use-cases/standing-orders/pay-due.ts'
import { eventually } from '#test/support/call.ts'
import { givenBooks, type Merchant } from '#test/support/books.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { accountsOf, giveBalance } from '#test/support/payouts.ts'
import { memberOf } from '#test/use-cases/payouts/files.ts'
import { onOrders, actOf, contextOf, holdSinceYesterday } from './orders.ts'

const dayMs = 86_400_000

describe('a standing order that is due', function () {
  this.timeout(60_000)
  const books = givenBooks()
  booksHoldAfterEach(() => books.database)

  const { scene, now, pay, later, daysOf, payoutsOf } = onOrders(books)

  it('is paid once for its day, however often and however many at once say so', async () => {
    const { id, merchant } = await scene(10_000)
    const steps = await Promise.all(Array.from({ length: 8 }, () => pay(id)))
    assert.deepEqual(
      steps.filter(({ state }) => state !== 'sent' && state !== 'due'),
      [],
    )
    assert.deepEqual(await pay(id), { state: 'sent', waitMs: 0 })
    assert.equal(await payoutsOf(merchant), 1)
    assert.deepEqual(await daysOf(id), [{ state: 'sent', refusal: null, amount: 1000n }])
    assert.equal((await later(id, 1)).state, 'sent')
    assert.equal(await payoutsOf(merchant), 2)
  })

  it('comes back to the same payout where its worker died on the way, and in restored books', async () => {
    const { id, merchant } = await scene(10_000)
    await pay(id)
    const [sent] = await books.rows<{ id: string; request: string; day: string }>(
      `select t.id, t.operator_request_id as request, d.day::text from transaction t
       join standing_order_day d on d.payout_id = t.id where d.order_id = $1`,
      id,
    )
    // The payout was there, its day was not yet decided; then as if neither had ever been.
    await onPool(books.database.pool).rows('alter table standing_order_day disable trigger all')
    await books.rows(`update standing_order_day set state = 'due' where order_id = $1`, id)
    assert.equal((await pay(id)).state, 'sent')
    assert.equal(await payoutsOf(merchant), 1)
    await books.rows('delete from standing_order_day where order_id = $1', id)
    await onPool(books.database.pool).rows('alter table standing_order_day enable trigger all')
    assert.equal((await pay(id)).state, 'sent')
    const [again] = await books.rows(
      `select t.id, t.operator_request_id as request, d.day::text from transaction t
       join standing_order_day d on d.payout_id = t.id where d.order_id = $1`,
      id,
    )
    assert.deepEqual(again, sent)
    assert.match(sent?.request ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)
    assert.equal(await payoutsOf(merchant), 1)
  })

  it('of all that is available leaves its floor, goes no higher than its bound, or sends nothing', async () => {
    const all = { amount: null, most: 3000n } as const
    const bounded = await scene(10_000, all)
    await pay(bounded.id)
    assert.deepEqual(await daysOf(bounded.id), [{ state: 'sent', refusal: null, amount: 3000n }])
    const floored = await scene(10_000, { ...all, floor: 8000n })
    await pay(floored.id)
    const { available } = await accountsOf(books.database, floored.merchant)
    assert.equal(available, 8000)
    const none = await scene(8000, { ...all, floor: 8000n })
    assert.equal((await pay(none.id)).state, 'skipped')
    assert.deepEqual(await daysOf(none.id), [{ state: 'skipped', refusal: null, amount: null }])
    assert.equal(await payoutsOf(none.merchant), 0)
  })

  it('that the rules refuse keeps why, is not asked again that day, and goes on the next', async () => {
    const { id, merchant } = await scene(0)
    assert.equal((await pay(id)).state, 'refused')
    const refused = { state: 'refused', refusal: 'insufficient_balance', amount: 1000n }
    assert.deepEqual(await daysOf(id), [refused])
    await giveBalance(books.database, merchant, 10_000)
    assert.equal((await pay(id)).state, 'refused')
    assert.equal(await payoutsOf(merchant), 0)
    assert.equal((await later(id, 1)).state, 'sent')
    await books.rows(
      `insert into payout_suspension (id, mode, service_env_id, reason) values (gen_random_uuid(), $1, $2, 'essai')`,
      merchant.mode,
      merchant.serviceEnvId,
    )
    assert.equal((await later(id, 2)).state, 'refused')
    const [last] = await daysOf(id)
    assert.equal(last?.refusal, 'payouts_temporarily_unavailable')
  })

  it('waits for an operator that is away, and is refused after half a day', async () => {
    const { id, merchant } = await scene(10_000)
    let isOpen = false
    const step = await pay(id, () => isOpen)
    assert.equal(step.state, 'due')
    assert.ok(step.waitMs > 0)
    isOpen = true
    assert.equal((await pay(id, () => isOpen)).state, 'sent')
    assert.equal(await payoutsOf(merchant), 1)
    const tired = await scene(10_000)
    await pay(tired.id, () => false)
    const late = new Date((await now()).getTime() + dayMs / 2)
    const end = await payDue(
      contextOf(books, () => false),
      tired.id,
      late,
    )
    assert.equal(end.state, 'refused')
  })

  it('sends nothing while it is paused, and what was due then is not made up for', async () => {
    const { id, merchant, member } = await scene(10_000)
    await pay(id, () => false)
    await pauseStandingOrder(books, await actOf(books, merchant, { id, member }))
    assert.equal((await pay(id)).state, 'not_due')
    assert.deepEqual(await daysOf(id), [{ state: 'skipped', refusal: null, amount: 1000n }])
    await resumeStandingOrder(books, await actOf(books, merchant, { id, member }))
    assert.equal((await pay(id)).state, 'not_due')
    assert.equal(await payoutsOf(merchant), 0)
    assert.equal((await later(id, 1)).state, 'sent')
  })

  it('is paused by itself once its account is revoked, or its maker has no right to ask any more', async () => {
    const { id, merchant, accountId } = await scene(10_000)
    const { serviceEnvId } = merchant
    await revokeAuthorizedAccount(books.database, { serviceEnvId, id: accountId })
    assert.equal((await pay(id)).state, 'refused')
    const reasonOf = async (of: StandingOrderId, at: Merchant) =>
      (await readStandingOrder(books.database, at.serviceEnvId, of)).pauseReason
    assert.equal(await reasonOf(id, merchant), 'account_gone')
    const left = await scene(10_000)
    await books.rows(`update person set role = 'collaborator' where id = $1`, left.member.id)
    assert.equal((await pay(left.id)).state, 'refused')
    assert.equal(await reasonOf(left.id, left.merchant), 'maker_gone')
    const next = await memberOf(books.database, left.merchant)
    const act = await actOf(books, left.merchant, { id: left.id, member: next })
    await resumeStandingOrder(books, act)
    await holdSinceYesterday(books, left.id)
    const taken = await readStandingOrder(books.database, left.merchant.serviceEnvId, left.id)
    assert.equal(taken.madeBy, next.id)
    assert.equal((await later(left.id, 1)).state, 'sent')
  })

  it('that is ended, or dropped by another worker, while its payout is being made, sends nothing', async () => {
    const { id, merchant, member } = await scene(10_000)
    const act = await actOf(books, merchant, { id, member })
    const endedMeanwhile = async (): Promise<boolean> => {
      await endStandingOrder(books, act)
      await pay(id)
      return true
    }
    let ended: Promise<boolean> | undefined
    const isOpen = (): Promise<boolean> => (ended ??= endedMeanwhile())
    await payDue({ ...contextOf(books), isOpen }, id, await now())
    assert.equal(await payoutsOf(merchant), 0)
    assert.deepEqual(await daysOf(id), [{ state: 'skipped', refusal: null, amount: 1000n }])
  })

  it('is not told as refused while another worker makes its payout, however late it is', async () => {
    const { id, merchant, accountId } = await scene(10_000)
    const late = new Date((await now()).getTime() + dayMs / 2)
    const holder = await books.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select id from authorized_account where id = $1 for no key update', [
        accountId,
      ])
      const slow = payDue(contextOf(books), id, late)
      await eventually(async () => {
        const [row] = await books.rows<{ waiting: number }>(
          'select count(*)::int as waiting from pg_locks where not granted',
        )
        return row?.waiting === 1
      })
      assert.equal((await payDue(contextOf(books), id, late)).state, 'due')
      await holder.query('rollback')
      assert.equal((await slow).state, 'sent')
    } finally {
      holder.release()
    }
    assert.equal(await payoutsOf(merchant), 1)
    assert.deepEqual(await daysOf(id), [{ state: 'sent', refusal: null, amount: 1000n }])
  })

  it('that nobody decided before the next came is told as refused, and the next is paid', async () => {
    const { id, merchant } = await scene(10_000)
    assert.equal((await pay(id, () => false)).state, 'due')
    assert.equal((await later(id, 1)).state, 'sent')
    assert.equal(await payoutsOf(merchant), 1)
    assert.deepEqual(await daysOf(id), [
      { state: 'sent', refusal: null, amount: 1000n },
      { state: 'refused', refusal: 'service_unavailable', amount: 1000n },
    ])
  })

  it('that the books do not know comes to nothing', async () => {
    const { id } = await scene(10_000)
    const stranger = id.replace(/.{4}$/, 'ffff') as StandingOrderId
    assert.deepEqual(await pay(stranger), { state: 'not_due', waitMs: 0 })
  })
})
