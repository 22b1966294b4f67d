import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { asId, type RefundId, type StaffMemberId, type TransactionId } from '#domain/ids.ts'
import { contradictClosing } from '#use-cases/closings/contradict.ts'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { requestLateRefund } from '#use-cases/late-outcomes/desk-acts.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { expired, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { newStaff } from '#test/support/people.ts'
import { createTenant } from '#test/support/tenant.ts'
import { payBack, succeeded } from '#test/use-cases/refunds/refunds.ts'
import { deskOf } from './desk.ts'

describe('the till, once an operator says otherwise', () => {
  const api = given(() => sharedApiAlone())

  const books = () => ({ database: api.database, outbox: outboxOf(api.database) })

  /** A cash session, and sales in it that ended so. */
  const till = async () => {
    const tenant = await createTenant(api.database)
    const desk = deskOf(api, tenant)
    const { id, token } = (await desk.open(tenant.terminalId)).json.data
    const sell = async (outcome: typeof success | typeof expired): Promise<TransactionId> => {
      const { json } = await call(api, collectionCall(token, {}))
      const transactionId = asId<TransactionId>(json.data.id)
      await settleTransaction(api.database, books().outbox, { transactionId, outcome })
      return transactionId
    }
    const read = async () => (await desk.readSession(tenant.terminalId, id, '?width=32')).json.data
    return { sell, read }
  }

  it('has neither a late debit nor its return: neither is the merchant’s', async () => {
    const { sell, read } = await till()
    const sold = await readTransaction(api.database, await sell(success))
    const transactionId = await sell(expired)
    await bookLateOutcome(api.database, transactionId, `late-${transactionId}`)
    const { id } = await requestLateRefund(api.database, books().outbox, {
      id: asId<RefundId>(randomUUID()),
      transactionId,
      reason: null,
      requestedBy: asId<StaffMemberId>(await newStaff(api.database)),
      approvalAbove: 1_000_000n,
    })
    await payBack(books(), id, succeeded)
    const { totals, z_report: report } = await read()
    assert.deepEqual(
      [totals.collections_count, totals.collections_amount],
      [1, Number(sold.amountCharged.minor)],
    )
    assert.deepEqual([totals.refunds_count, totals.refunds_amount], [0, 0])
    assert.equal(totals.by_provider.length, 1)
    assert.doesNotMatch(report, /repris/i)
  })

  it('says which of its sales the operator took back', async () => {
    const { sell, read } = await till()
    await sell(success)
    const payment = await readTransaction(api.database, await sell(success))
    assert.ok(await contradictClosing(api.database, { payment, refund: null }, 'not_paid'))
    const { totals, z_report: report } = await read()
    const charged = Number(payment.amountCharged.minor)
    for (const sums of [totals, totals.by_provider[0]])
      assert.deepEqual([sums.taken_back_count, sums.taken_back_amount], [1, charged])
    assert.deepEqual([totals.collections_count, totals.collections_amount], [2, 2 * charged])
    assert.match(report, /Repris par l’opérateur +1\n/)
    assert.match(report, /Dont repris +1 020 F CFA\n/)
  })
})
