import assert from 'node:assert/strict'
import { contradictClosing } from '#use-cases/closings/contradict.ts'
import { findContradiction } from '#use-cases/contradictions/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { contradictedPayout, givenSettling } from './contradictions.ts'

describe('a settlement of what an operator says now this, now that', () => {
  const { books, merchant, afi, luc, settling } = givenSettling()

  it('is asked for anew once the operator has changed its mind, of which the case tells', async () => {
    const id = await contradictedPayout(books, merchant)
    await settling.ask(afi, id)
    const payment = await readTransaction(books.database, id)
    const says = (said: 'paid' | 'not_paid') =>
      contradictClosing(books.database, { payment, refund: null }, said)
    const isRetracted = async () => (await findContradiction(books.database, id)).isRetracted
    assert.equal(await isRetracted(), false)
    await Promise.all([says('not_paid'), says('not_paid')])
    assert.equal(await isRetracted(), true)
    assert.equal(await refusalCode(settling.approve(luc, id)), 'action_not_allowed')
    await says('paid')
    assert.equal(await isRetracted(), false)
    assert.equal(await refusalCode(settling.approve(luc, id)), 'action_not_allowed')
    await settling.refuse(luc, id)
    await settling.ask(afi, id)
    await settling.approve(luc, id)
    assert.equal((await findContradiction(books.database, id)).isOpen, false)
  })
})
