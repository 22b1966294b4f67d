import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { money } from '#domain/money/money.ts'
import { listStaffAudit } from '#use-cases/audit/list.ts'
import {
  findContradiction,
  listContradictionCases,
  listContradictionsOf,
} from '#use-cases/contradictions/find.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { failed } from '#test/support/ends.ts'
import { refusalCode, tallyOf } from '#test/support/outcome.ts'
import { createStaffMember } from '#test/support/people.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { balancesOf, paidCollection } from '#test/use-cases/refunds/refunds.ts'
import { onShiftedClock } from '#test/support/shifted-clock.ts'
import {
  contradictedLateRefund,
  contradictedPayout,
  contradictedRefund,
  paymentTakenBack,
  givenSettling,
} from './contradictions.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

describe('what stands in the account of contradictions', () => {
  const { books, merchant, afi, luc, settling, settleByTwo, moved } = givenSettling()

  const available = async () => (await balancesOf(books, merchant))['available'] ?? 0

  const standing = async (id: string) => {
    const found = await findContradiction(books.database, id)
    const { direction, counterpart, isOpen, settlements } = found
    return [direction, counterpart, isOpen, ...settlements.map(({ state }) => state)].join(' ')
  }

  it('is taken from the merchant, who was given back what the operator paid all the same', async () => {
    const id = await contradictedPayout(books, merchant)
    assert.equal(await standing(id), 'to_recover available true')
    const before = await available()
    await settling.ask(afi, id)
    assert.equal(await available(), before, 'nothing moves before the second')
    const done = await settling.approve(luc, id)
    assert.deepEqual([done.isOpen, done.settlements.at(-1)?.decided_by?.id], [false, luc.id])
    assert.equal(await available(), before - 1000)
    assert.deepEqual(await moved(id), { contradicted: 1000, available: -1000 })
    assert.equal(await standing(id), 'to_recover available false done')
    const { status } = await readTransaction(books.database, id)
    assert.equal(status, 'failed', 'how it ended stays')
  })

  it('is taken from the merchant, who got what the operator took back, without the fee', async () => {
    const id = await paymentTakenBack(books, merchant)
    assert.equal((await findContradiction(books.database, id)).kind, 'collection')
    assert.equal(await standing(id), 'to_recover available true')
    await settleByTwo(id)
    assert.deepEqual(await moved(id), { contradicted: 1000, available: -1000 })
    assert.equal((await readTransaction(books.database, id)).status, 'succeeded')
  })

  it('is given to the merchant, fee included, for what the operator had not paid', async () => {
    const id = await contradictedPayout(books, merchant, 'paid')
    const before = await available()
    assert.equal(await standing(id), 'owed available true')
    await settleByTwo(id)
    assert.deepEqual(await moved(id), { contradicted: -1020, available: 1020 })
    assert.equal(await available(), before + 1020)
  })

  it('is settled as well for a payout of which no verdict was given: its operator had said that it failed', async () => {
    const transactionId = await acceptPayoutOne(books, merchant)
    await settleTransaction(books.database, books.outbox, { transactionId, outcome: failed })
    assert.ok(await operatorSays(books, { transactionId }, 'paid'))
    await settleByTwo(transactionId)
    assert.deepEqual(await moved(transactionId), { contradicted: 1000, available: -1000 })
  })

  it('is settled for a refund in both directions', async () => {
    for (const [verdict, amount] of [
      ['not_paid', -400],
      ['paid', 400],
    ] as const) {
      const id = await contradictedRefund(books, merchant, verdict)
      const before = await available()
      await settleByTwo(id)
      assert.deepEqual(await moved(id), { contradicted: -amount, available: amount }, verdict)
      assert.equal(await available(), before + amount, verdict)
    }
  })

  it('is settled for the refund of a late debit with what is kept for its payer: the merchant pays nothing', async () => {
    for (const [verdict, amount] of [
      ['not_paid', -1020],
      ['paid', 1020],
    ] as const) {
      const id = await contradictedLateRefund(books, verdict)
      const direction = verdict === 'paid' ? 'owed' : 'to_recover'
      assert.equal(await standing(id), `${direction} to_refund true`)
      await settleByTwo(id)
      assert.deepEqual(await moved(id), { contradicted: -amount, to_refund: amount }, verdict)
      const { transactionId } = await readRefund(books.database, id)
      const [kept] = await books.rows<{ sum: string }>(
        `select sum(e.amount)::text as sum from ledger_entry e join ledger_account a on a.id = e.account_id
           join ledger_movement m on m.id = e.movement_id where m.transaction_id = $1 and a.kind = 'to_refund'`,
        transactionId,
      )
      assert.equal(kept?.sum, verdict === 'paid' ? '1020' : '0', 'owed to the payer, or not')
    }
  })

  it('is never approved by who asked, nor asked for twice, nor approved before anybody asked', async () => {
    const id = await contradictedPayout(books, merchant)
    assert.equal(await refusalCode(settling.approve(luc, id)), 'action_not_allowed')
    assert.equal(await refusalCode(settling.refuse(luc, id)), 'action_not_allowed')
    await settling.ask(afi, id)
    assert.equal(await refusalCode(settling.approve(afi, id)), 'approval_by_another')
    assert.equal(await refusalCode(settling.ask(luc, id)), 'action_not_allowed')
    assert.deepEqual(await moved(id), {})
    await settling.approve(luc, id)
    for (const again of [settling.approve, settling.refuse, settling.ask])
      assert.equal(await refusalCode(again(luc, id)), 'action_not_allowed')
    const acts = (await listStaffAudit(books.database, { limit: 20, actorId: luc.id }))
      .filter(({ subject }) => subject?.id === id)
      .map(({ act, outcome }) => `${act} ${outcome}`)
    assert.deepEqual(acts.slice(0, 4), [
      'contradiction.decide action_not_allowed',
      'contradiction.decide action_not_allowed',
      'contradiction.decide action_not_allowed',
      'contradiction.settle done',
    ])
  })

  it('is refused by another, or taken back by who asked, and may be asked for again', async () => {
    const id = await contradictedPayout(books, merchant)
    await settling.ask(afi, id)
    await settling.refuse(luc, id)
    await settling.ask(afi, id)
    await settling.refuse(afi, id)
    await settling.ask(luc, id)
    assert.deepEqual(await moved(id), {})
    await settling.approve(afi, id)
    const states = 'refused withdrawn done'
    assert.equal(await standing(id), `to_recover available false ${states}`)
  })

  it('of many who ask or approve at once one does, and one movement empties it', async () => {
    const id = await contradictedPayout(books, merchant)
    const before = await available()
    const others = await Promise.all(
      [1, 2, 3].map(() => createStaffMember(books.database, 'supervisor')),
    )
    const asked = await tallyOf([afi, ...others].map((person) => settling.ask(person, id)))
    assert.deepEqual(asked, { done: 1, action_not_allowed: 3 })
    const { settlements } = await findContradiction(books.database, id)
    const rest = [afi, luc, ...others].filter(({ id: who }) => who !== settlements[0]?.asked_by?.id)
    const approved = await tallyOf(rest.map((person) => settling.approve(person, id)))
    assert.deepEqual(approved, { done: 1, action_not_allowed: rest.length - 1 })
    assert.equal(await available(), before - 1000)
  })

  it('is not taken from a balance that is too small: it waits, and is taken when there is enough', async () => {
    const id = await contradictedPayout(books, merchant)
    await acceptPayoutOne(books, merchant, { amount: 97_200n })
    const left = await available()
    assert.ok(left < 1000)
    await settling.ask(afi, id)
    await assert.rejects(settling.approve(luc, id), {
      code: 'insufficient_balance',
      details: { available: left, currency: 'XOF' },
    })
    assert.deepEqual([await moved(id), await available()], [{}, left])
    assert.equal(await standing(id), 'to_recover available true waiting')
    await paidCollection(books, merchant)
    await settling.approve(luc, id)
    assert.deepEqual(await moved(id), { contradicted: 1000, available: -1000 })
  })

  it('is taken while the merchant spends: never below zero, whichever comes first', async () => {
    const id = await contradictedPayout(books, merchant)
    await settling.ask(afi, id)
    const ends = await tallyOf([
      settling.approve(luc, id),
      acceptPayoutOne(books, merchant, { amount: 97_200n }),
    ])
    assert.deepEqual(ends, { done: 1, insufficient_balance: 1 })
    const left = await available()
    assert.ok(left === 99_000 || left < 1000, `${left}`)
  })

  it('stays settled while the operator says the same, and is open the other way round once it goes back on it', async () => {
    const id = await contradictedPayout(books, merchant)
    await settleByTwo(id)
    assert.equal(await operatorSays(books, { transactionId: id }, 'paid'), false)
    assert.equal(await standing(id), 'to_recover available false done')
    assert.equal(await operatorSays(books, { transactionId: id }, 'not_paid'), true)
    assert.equal(await standing(id), 'owed available true done')
  })

  it('is asked for with the password, by somebody whose account is settled, about what was contradicted', async () => {
    const id = await contradictedPayout(books, merchant)
    const fresh = { ...luc, approvesFrom: new Date(Date.now() + 60_000) }
    for (const offMs of [0, 86_400_000]) {
      const asked = onShiftedClock(offMs, () => refusalCode(settling.ask(fresh, id)))
      assert.equal(await asked, 'account_too_fresh')
    }
    const wrong = settling.ask(afi, id, { password: 'pas celui-ci' })
    assert.equal(await refusalCode(wrong), 'wrong_password')
    await settling.ask(afi, id)
    assert.equal(await refusalCode(settling.approve(fresh, id)), 'account_too_fresh')
    const plain = await acceptPayoutOne(books, merchant)
    for (const none of [plain, randomUUID(), 'x'])
      assert.equal(await refusalCode(settling.ask(afi, none)), 'contradiction_not_found')
  })

  it('is listed until it is settled, oldest first, and on its payment', async () => {
    const ids = [
      await contradictedPayout(books, merchant),
      await contradictedRefund(books, merchant),
    ]
    const listed = async (state: 'open' | 'settled' | 'all') =>
      (await listContradictionCases(books.database, { state, limit: 1000 }))
        .filter(({ serviceEnvId }) => serviceEnvId === merchant.serviceEnvId)
        .map(({ id }) => id)
    assert.deepEqual([await listed('open'), await listed('settled')], [ids, []])
    const [first = '', second = ''] = ids
    await settleByTwo(first)
    assert.deepEqual(await listed('open'), [second])
    assert.deepEqual(await listed('settled'), [first])
    assert.deepEqual(await listed('all'), ids)
    const { transactionId } = await findContradiction(books.database, second)
    const [of, ...none] = await listContradictionsOf(books.database, transactionId)
    assert.deepEqual([of?.id, of?.amount, none], [second, money(400n, 'XOF'), []])
  })

  it('is whole, by two, and once in the database too, and its words stay', async () => {
    const id = await contradictedPayout(books, merchant)
    const put = (amount: number) =>
      books.rows(
        `insert into contradiction_settlement (id, order_id, transaction_id, amount, reason, asked_by)
         values (gen_random_uuid(), $1, $1, $2, 'vu', $3)`,
        id,
        amount,
        afi.id,
      )
    for (const amount of [-999, 1000]) await assert.rejects(put(amount), /contradiction_settlement/)
    await put(-1000)
    await assert.rejects(put(-1000), /waits_once/)
    const end = (state: string, by: string) =>
      books.rows(
        `update contradiction_settlement set state = $2, decided_by = $3, decided_at = now() where order_id = $1`,
        id,
        state,
        by,
      )
    await assert.rejects(end('done', luc.id), /not settled by a movement|is_whole/)
    await assert.rejects(end('done', afi.id), /by_two|is_whole/)
    await assert.rejects(end('refused', afi.id), /by_two/)
    await assert.rejects(end('withdrawn', luc.id), /by_two/)
    await end('refused', luc.id)
    for (const damage of [
      `update contradiction_settlement set reason = 'autre' where order_id = $1`,
      `update contradiction_settlement set state = 'waiting', decided_by = null, decided_at = null where order_id = $1`,
      'delete from contradiction_settlement where order_id = $1',
    ])
      await assert.rejects(books.rows(damage, id), /stays/)
  })
})
