import assert from 'node:assert/strict'
import { type ContradictionCase, findContradiction } from '#use-cases/contradictions/find.ts'
import type { TransactionId } from '#domain/ids.ts'

import { readRefundable } from '#use-cases/refunds/find.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { balancesOf } from '#test/use-cases/refunds/refunds.ts'
import { contradictedPayout, givenSettling, paymentTakenBack } from './contradictions.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

describe('a settlement of what an operator says now this, now that', () => {
  const { books, merchant, afi, luc, settling, settleByTwo } = givenSettling()

  const saidOf = (transactionId: TransactionId) => (said: 'paid' | 'not_paid') =>
    operatorSays(books, { transactionId }, said)
  const read = (id: TransactionId) => findContradiction(books.database, id)
  const availableIs = async (minor: bigint) =>
    assert.equal(BigInt((await balancesOf(books, merchant))['available'] ?? 0), minor)

  it('has nothing to move once the operator has gone back on it, and is asked for anew once it comes back to it', async () => {
    const id = await contradictedPayout(books, merchant)
    await settling.ask(afi, id)
    const says = saidOf(id)
    assert.equal((await read(id)).isRetracted, false)
    await Promise.all([says('not_paid'), says('not_paid')])
    assert.deepEqual(pick(await read(id)), { isRetracted: true, isOpen: false })
    assert.equal(await refusalCode(settling.approve(luc, id)), 'action_not_allowed')
    await says('paid')
    assert.deepEqual(pick(await read(id)), { isRetracted: false, isOpen: true })
    assert.equal(await refusalCode(settling.approve(luc, id)), 'action_not_allowed')
    await settling.refuse(luc, id)
    assert.equal((await settleByTwo(id)).isOpen, false)
  })

  it('is settled back by two people when the operator goes back on it afterwards, as often as it does', async () => {
    const id = await contradictedPayout(books, merchant)
    const says = saidOf(id)
    await settleByTwo(id, { written_off: 300 })
    await availableIs(99_300n)
    await says('not_paid')
    const back = await read(id)
    assert.deepEqual(pick(back), { isRetracted: true, isOpen: true })
    assert.deepEqual([back.direction, back.amount.minor], ['owed', 1000n])
    assert.equal(back.writtenOffMin.minor, -300n)
    assert.equal((await settleByTwo(id)).isOpen, false)
    await availableIs(100_000n)
    await says('paid')
    assert.equal((await settleByTwo(id)).direction, 'to_recover')
    await availableIs(99_000n)
    await says('not_paid')
    assert.equal((await settleByTwo(id)).settlements.length, 4)
    await availableIs(100_000n)
  })

  it('of a payment that was taken back and confirmed again gives the merchant its net, and lets it be refunded', async () => {
    const id = await paymentTakenBack(books, merchant)
    const says = saidOf(id)
    await settleByTwo(id)
    await availableIs(100_000n)
    await says('paid')
    const refundable = () => readRefundable(books.database, merchant.serviceEnvId, id)
    assert.equal((await refundable()).minor, 0n)
    assert.deepEqual(pick(await settleByTwo(id)), { isRetracted: true, isOpen: false })
    await availableIs(101_000n)
    assert.equal((await refundable()).minor, 1020n)
  })

  it('has a movement and a number for each word, which the database asks for', async () => {
    const id = await contradictedPayout(books, merchant)
    const says = saidOf(id)
    await settleByTwo(id)
    await says('not_paid')
    const { rows } = await books.database.pool.query(
      `select * from later_word where order_id = $1`,
      [id],
    )
    assert.equal(rows.length, 1)
    await assert.rejects(
      books.database.pool.query(
        `insert into later_word (order_id, number, transaction_id) values ($1, 3, $1)`,
        [id],
      ),
      { constraint: 'later_word_moves_back' },
    )
    await assert.rejects(
      books.database.pool.query(
        `insert into contradiction_settlement (id, order_id, transaction_id, amount, reason, asked_by)
         values (gen_random_uuid(), $1, $1, 1000, 'x', $2)`,
        [id, afi.id],
      ),
      { constraint: 'contradiction_settlement_is_whole' },
    )
  })
})

const pick = ({ isRetracted, isOpen }: ContradictionCase) => ({ isRetracted, isOpen })
