import assert from 'node:assert/strict'
import type { AuthorizedAccountId, StandingOrderId } from '#domain/ids.ts'
import { revokeAuthorizedAccount } from '#use-cases/authorized-accounts/decide.ts'
import { readStandingOrder } from '#use-cases/standing-orders/find.ts'
import type { StandingTerms } from '#use-cases/standing-orders/judge.ts'
import { payDue } from '#use-cases/standing-orders/pay-due.ts'
import { createMerchant, givenBooks, type Merchant } from '#test/support/books.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { accountsOf, giveBalance } from '#test/support/payouts.ts'
import { memberOf, numbersOf } from '#test/use-cases/payouts/files.ts'
import { onOrders, accountOf, contextOf, madeBy, termsOf } from './orders.ts'
import type { StandingOrderPaid } from '#workflows/contract/results.ts'

const [phone = ''] = numbersOf(1)

describe('what a standing order may pay, as it is paid', function () {
  this.timeout(60_000)
  const books = givenBooks()
  booksHoldAfterEach(() => books.database)

  const { scene, now, pay, later, daysOf, payoutsOf } = onOrders(books)
  /** Agreed to by a second person where it needs one. */
  async function orderOf(merchant: Merchant, accountId: AuthorizedAccountId, changes: object) {
    const member = await memberOf(books.database, merchant)
    const terms = await termsOf(books, accountId, changes)
    const id = await madeBy(books, merchant, { member, terms })
    const second = await memberOf(books.database, merchant)
    await books.rows(
      'update standing_order set approved_by = $2 where id = $1 and needs_approval',
      id,
      second.id,
    )
    return id
  }
  async function swept(balance: number, changes: Partial<StandingTerms>) {
    const merchant = await createMerchant(books)
    await giveBalance(books.database, merchant, balance)
    const accountId = await accountOf(books, merchant, phone)
    return { merchant, accountId, id: await orderOf(merchant, accountId, changes) }
  }
  /** Pays it; once its amount is fixed, and before its payout is accepted, something else happens. */
  async function payWhile(
    id: StandingOrderId,
    act: () => Promise<unknown>,
  ): Promise<StandingOrderPaid> {
    let acted: Promise<unknown> | undefined
    const isOpen = async (): Promise<boolean> => {
      if ((await daysOf(id)).length > 0) await (acted ??= act())
      return true
    }
    return payDue({ ...contextOf(books), isOpen }, id, await now())
  }
  const untilEnded = async (id: StandingOrderId): Promise<string> => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { state } = await pay(id)
      if (state !== 'due') return state
    }
    throw new Error('it is still due')
  }

  it('of all that is available leaves its floor though other payouts were accepted meanwhile: it sends less, or nothing', async () => {
    const all = { amount: null, floor: 5000n } as const
    for (const [spent, left] of [
      [1000n, 5000],
      [5000n, 5000],
    ] as const) {
      const { id, merchant, accountId } = await swept(10_000, all)
      const other = await orderOf(merchant, accountId, { amount: spent })
      await payWhile(id, () => pay(other))
      const end = await untilEnded(id)
      assert.equal(end, spent === 1000n ? 'sent' : 'skipped')
      assert.equal((await accountsOf(books.database, merchant)).available, left)
    }
  })

  it('sends what was written of its day, or less: the database refuses more, and any change of a day that was decided', async () => {
    const { id } = await scene(10_000)
    await pay(id, () => false)
    const setTo = (amount: number) =>
      books.rows('update standing_order_day set amount = $2 where order_id = $1', id, amount)
    await assert.rejects(setTo(1001), /stays what it is/)
    await setTo(900)
    await pay(id)
    await assert.rejects(setTo(800), /stays what it is/)
  })

  it('of all that is available leaves its floor where two are paid at once', async () => {
    const all = { amount: null, floor: 4000n, most: 4000n } as const
    const { id, merchant, accountId } = await swept(10_000, all)
    const other = await orderOf(merchant, accountId, all)
    await payWhile(id, () => pay(other))
    await Promise.all([untilEnded(id), untilEnded(other)])
    assert.equal((await accountsOf(books.database, merchant)).available, 4000)
  })

  it('of all that is available waits for an operator that is away, too', async () => {
    const { id, merchant } = await swept(10_000, { amount: null, floor: 4000n })
    const step = await pay(id, () => false)
    assert.equal(step.state, 'due')
    assert.ok(step.waitMs > 0)
    assert.equal((await pay(id)).state, 'sent')
    assert.equal((await accountsOf(books.database, merchant)).available, 4000)
  })

  it('does not pay another account that has the number of its own by now', async () => {
    for (const amount of [1000n, null]) {
      const { id, merchant, accountId } = await swept(10_000, { amount, most: null })
      const { serviceEnvId } = merchant
      await pay(id, () => false)
      await revokeAuthorizedAccount(books.database, { serviceEnvId, id: accountId })
      assert.notEqual(await accountOf(books, merchant, phone), accountId)
      assert.equal((await pay(id)).state, 'refused')
      assert.equal((await later(id, 1)).state, 'not_due', 'it is paused')
      assert.equal(await payoutsOf(merchant), 0)
      const { pauseReason } = await readStandingOrder(books.database, serviceEnvId, id)
      assert.equal(pauseReason, 'account_gone')
    }
  })

  it('that waits for its operator is not paid once its maker has no right to ask any more', async () => {
    for (const change of [`role = 'collaborator'`, `status = 'disabled'`]) {
      const { id, merchant, member } = await scene(10_000)
      assert.equal((await pay(id, () => false)).state, 'due')
      await books.rows(`update person set ${change} where id = $1`, member.id)
      assert.equal((await pay(id)).state, 'refused')
      assert.equal(await payoutsOf(merchant), 0)
    }
  })

  it('is not paid if its maker loses the right while its payout is being made', async () => {
    const { id, merchant, member } = await scene(10_000)
    await payWhile(id, () =>
      books.rows(`update person set role = 'collaborator' where id = $1`, member.id),
    )
    assert.equal(await payoutsOf(merchant), 0)
    assert.equal((await pay(id)).state, 'refused')
  })
})
