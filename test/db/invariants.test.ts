import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { claimAttempt, finishAttempt } from '#use-cases/webhooks/attempt-delivery.ts'
import { foldFigures } from '#use-cases/dashboard/figures.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { endCheckoutPayment } from '#use-cases/checkouts/move.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { money } from '#domain/money/money.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants, invariantNames } from '#test/support/invariants.ts'
import { acceptOne, type Books, createMerchant, openBooks } from '#test/support/books.ts'
import { atOnce, payCheckout } from '#test/use-cases/checkouts/checkouts.ts'
import { operatorSays, say, silentPayout } from '#test/use-cases/closings/closings.ts'
import { addEndpoint, endOf, waitingDelivery } from '#test/use-cases/webhooks/deliveries.ts'
import { failed, success } from '#test/support/ends.ts'
import { newStaff } from '#test/support/people.ts'
import { settledPayout } from '#test/use-cases/contradictions/contradictions.ts'
import { contradictionDamages } from '#test/use-cases/contradictions/damages.ts'
import { act, acceptPayoutOne, bankTexts } from '#test/use-cases/payouts/payouts.ts'
import { act as actOnRefund, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { webhookDamages } from '#test/use-cases/webhooks/damages.ts'

/** What breaks each rule, on books whose triggers and keys are switched off; `once`s that only a key keeps lose their key. */
const damages: Readonly<Record<string, readonly string[]>> = {
  'I1 a movement sums to zero in each currency': [
    `insert into ledger_entry (movement_id, account_id, amount)
     select max(m.id), min(a.id), 1 from ledger_movement m, ledger_account a where a.kind = 'fees'`,
  ],
  'I1 a movement has entries': [
    `insert into ledger_movement (service_env_id, transaction_id, kind)
     select service_env_id, id, 'imagined' from transaction limit 1`,
  ],
  'I1 the ledger sums to zero for each service, mode and currency': [
    `delete from ledger_entry where id = (select min(id) from ledger_entry)`,
  ],
  'I1 an entry stands in an account of its service, or of the platform, in its mode': [
    `update ledger_account set service_env_id = gen_random_uuid() where kind = 'available'`,
    `update ledger_account set mode = 'live' where kind = 'fees'`,
  ],
  'I1 a movement is of the service of its transaction': [
    `update ledger_movement set service_env_id = gen_random_uuid()`,
  ],
  'I2 no merchant account is below zero': [
    `alter table ledger_account drop constraint ledger_merchant_account_not_negative;
     update ledger_account set balance = -1 where balance is not null`,
  ],
  'I3 a balance is the sum of its entries': [
    `update ledger_account set balance = balance + 1 where kind = 'available'`,
    `insert into ledger_account (service_env_id, mode, kind, currency, balance)
     select id, mode, 'withheld', 'XOF', 5 from service_env limit 1`,
  ],
  'I4 a transaction is dated when it is final, and only then': [
    `alter table transaction drop constraint transaction_final_is_dated;
     update transaction set completed_at = null where status = 'failed'`,
    `alter table transaction drop constraint transaction_final_is_dated;
     update transaction set completed_at = now() where status = 'pending'`,
  ],
  'I4 a paid collection moved its money, and no other did': [
    `update transaction set status = 'failed', failure_code = 'payer_rejected', funds_status = null where status = 'succeeded'`,
    `update transaction set status = 'succeeded' where status = 'failed'`,
  ],
  'I4 a paid collection moved exactly its amounts': [
    `update transaction set net_amount = net_amount - 1, fee_amount = fee_amount + 1 where status = 'succeeded'`,
    `update transaction set provider = 'moov-benin' where status = 'succeeded'`,
  ],
  'I4 a late outcome is noted when its money is kept, on a payment that ended without success': [
    `update transaction set late_outcome_at = null`,
    `update transaction set late_outcome_at = now() where status = 'succeeded'`,
  ],
  'I5 a pending payout holds its amount and fee apart, and no other holds anything': [
    `update transaction set amount_charged = amount_charged + 1, fee_amount = fee_amount + 1
     where type = 'payout' and status = 'pending'`,
    `update ledger_entry set amount = amount - 1 where amount < 0 and account_id in (
       select id from ledger_account where kind = 'reserved')`,
  ],
  'I5 what is reserved is what pending payouts and refunds hold': [
    `update ledger_account set balance = balance + 1 where kind = 'reserved'`,
    `update transaction set status = 'pending', completed_at = null, pending_reason = 'awaiting_provider'
     where type = 'payout'`,
  ],
  'I5 a payout took exactly its amounts from the merchant: all when it was made, nothing when it was not':
    [
      `update transaction set net_amount = net_amount - 1, fee_amount = fee_amount + 1
     where type = 'payout' and status = 'succeeded'`,
      `update transaction set provider = 'moov-benin' where type = 'payout' and status = 'succeeded'`,
      `update transaction set status = 'failed', failure_code = 'bank_rejected' where type = 'payout' and status = 'succeeded'`,
    ],
  'I5 a bank transfer stands where its transaction stands': [
    `delete from bank_transfer`,
    `update transaction set payment_type = 'mobile_money' where payment_type = 'bank_transfer'`,
    `update bank_transfer set state = 'in_progress', taken_by = gen_random_uuid(), bank_reference = null, transfer_on = null`,
  ],
  'I5 a large transfer was approved by another than who took it': [
    `alter table bank_transfer drop constraint bank_transfer_approved_first;
     update bank_transfer set approved_by = null`,
    `alter table bank_transfer drop constraint bank_transfer_approved_by_another;
     update bank_transfer set approved_by = taken_by`,
  ],
  'I6 a payout has one event of its end, and a bank transfer one of its request': [
    `delete from event where type = 'withdrawal.pending'`,
    `update event set type = 'withdrawal.failed' where type = 'withdrawal.success'`,
    `insert into event (id, service_env_id, type, transaction_id, data_sealed)
     select gen_random_uuid(), service_env_id, 'withdrawal.success', id, '' from transaction
     where type = 'payout' and status = 'pending'`,
  ],
  'I6 a final collection has one payment event, of its end': [
    `delete from event where type = 'payment.success'`,
    `update event set type = 'payment.failed' where type = 'payment.success'`,
    `insert into event (id, service_env_id, type, transaction_id, data_sealed)
     select gen_random_uuid(), service_env_id, 'payment.failed', id, '' from transaction where status = 'pending'`,
  ],
  'I5 what staff closed ended as they said': [
    `update closing set verdict = 'paid'`,
    `update transaction set status = 'succeeded', failure_code = null where failure_code = 'not_executed'`,
  ],
  ...contradictionDamages,
  'I5 a refund holds its amount apart while it is under way, and nothing after': [
    `update refund set status = 'cancelled', completed_at = now() where status = 'pending'`,
    `update refund set origin = 'service', funds_amount = 0 where status = 'pending'`,
  ],
  'I5 an account of funds holds the net of the payments whose funds stand there, less what refunds and settlements took of them':
    [
      `update transaction set funds_status = 'available' where funds_status = 'held'`,
      `update refund set funds_amount = funds_amount - 1 where funds_amount > 0`,
    ],
  'I5 refunded_amount is what refunds paid, and refunds ask for no more than was paid': [
    `update transaction set refunded_amount = 5`,
    `update refund set amount = 5000`,
  ],
  'I5 a refund moved its money as its state says': [
    `update refund set status = 'pending', completed_at = null where status = 'cancelled'`,
    `update refund set origin = 'service', funds_amount = 0 where status = 'pending'`,
  ],
  'I5 a refund has the events of its request and of its end': [
    `delete from event where type = 'refund.cancelled'`,
    `update event set transaction_id = gen_random_uuid() where refund_id is not null`,
  ],
  'I5 funds that staff released were told of, and no others': [
    `update event set type = 'funds.released' where type = 'funds.held'`,
    `update transaction set funds_status = 'available' where funds_status = 'held'`,
  ],
  ...webhookDamages,
  'I8 a checkout is succeeded with its payment alone': [
    `update checkout set transaction_id = gen_random_uuid() where status = 'succeeded'`,
    `update transaction set checkout_id = null`,
  ],
  'I8 a payment that may still bring money holds its checkout': [
    `update checkout set status = 'open', completed_at = null where status = 'succeeded'`,
    `update checkout set status = 'open', payment_id = null where status = 'processing'`,
    `update checkout set payment_id = gen_random_uuid() where status = 'processing'`,
  ],
  'I8 a payment of a checkout is of its service, its desk and its price': [
    `update transaction set amount = amount + 1 where checkout_id is not null`,
    `update transaction set terminal_id = (select id from terminal limit 1) where checkout_id is not null`,
  ],
  'I9 a payment that ended stands in each figure of its day that it belongs to, or is due to': [
    `delete from figure_due`,
    `delete from day_figure where dimension = 'hour'`,
  ],
  'I9 a figure of a day is the sum of its payments': [
    `update day_figure set net = net + 1 where dimension = 'channel'`,
    `update day_figure set count = count - 1 where dimension = 'failure'`,
    `update day_figure set borne = borne + 1 where dimension = 'provider'`,
    `insert into figure_due select service_env_id, id from transaction where status <> 'pending' on conflict do nothing`,
  ],
}

describe('the checker of invariants', () => {
  const books = given(() => openBooks())
  const merchant = given(() => createMerchant(books))
  before(async () => {
    await addEndpoint(books, merchant)
    await liveALittle()
  })

  /** Some of everything: paid, failed, late and pending payments; deliveries waiting and delivered. */
  async function liveALittle(): Promise<void> {
    const { database, outbox } = books
    const settle = async (outcome: Parameters<typeof settleTransaction>[2]['outcome']) => {
      const transactionId = await acceptOne(books, merchant)
      await settleTransaction(database, outbox, { transactionId, outcome })
      return transactionId
    }
    const failure = { failureCode: 'approval_timeout', providerReference: null }
    await acceptOne(books, merchant)
    const paid = await settle(success)
    const held = await settle({ ...success, funds: 'held' })
    await refundOf(books, merchant, { transactionId: held, amount: 100n })
    const { id: refundId } = await refundOf(books, merchant, { transactionId: paid, amount: 100n })
    await actOnRefund(books, { refundId, act: 'cancel' })
    await settle({ status: 'failed', ...failure })
    await bookLateOutcome(database, await settle({ status: 'expired', ...failure }), 'late')
    await foldFigures(database)
    await payALittle()
    await payCheckout(books, merchant)
    const { checkoutId, transactionId } = await payCheckout(books, merchant)
    await settleTransaction(database, outbox, { transactionId, outcome: success })
    await endCheckoutPayment(database, checkoutId, { transactionId, ...atOnce })
    const { id } = await waitingDelivery(books)
    for (const outcome of ['failed', 'delivered'] as const) {
      const claim = await claimAttempt(database, {
        deliveryId: id,
        attempt: outcome === 'failed' ? 1 : 2,
      })
      assert.ok(claim.state === 'claimed')
      await finishAttempt(database, { deliveryId: id, attemptId: claim.attemptId }, endOf(outcome))
    }
  }

  /** Payouts pending, made and failed; a large transfer that was made. */
  async function payALittle(): Promise<void> {
    const { database, outbox } = books
    await openBalance(database, merchant, money(100_000n, 'XOF'))
    await acceptPayoutOne(books, merchant)
    await closeOne()
    await settledPayout(books, merchant)
    for (const outcome of [success, failed]) {
      const transactionId = await acceptPayoutOne(books, merchant)
      await settleTransaction(database, outbox, { transactionId, outcome })
      for (const said of ['paid', 'not_paid'] as const) {
        const isNews = await operatorSays(books, { transactionId }, said)
        assert.equal(isNews, said === 'not_paid' || outcome.status === 'failed', said)
      }
    }
    const large = { isTransfer: true, needsApproval: true }
    const transactionId = await acceptPayoutOne(books, merchant, large)
    const [taker, other] = [await newStaff(books.database), await newStaff(books.database)]
    await act(books, { transactionId, staffId: taker, kind: 'take' })
    await act(books, { transactionId, staffId: other, kind: 'approve' })
    await act(books, { transactionId, staffId: taker, kind: 'mark_transferred', ...bankTexts })
  }

  /** A payout that staff closed, and its operator paid after all. */
  async function closeOne(): Promise<void> {
    const transactionId = await silentPayout(books, merchant)
    await say(books, { transactionId })
    assert.ok(await operatorSays(books, { transactionId }, 'paid'))
  }

  it('finds nothing in books that only commands have written', async () => {
    assert.deepEqual(await checkInvariants(books.database), [])
  })

  it('has a damage to find for each of its rules', () => {
    assert.deepEqual(Object.keys(damages).toSorted(), invariantNames.toSorted())
  })

  for (const [rule, statements] of Object.entries(damages)) {
    it(`finds what breaks: ${rule}`, async () => {
      for (const statement of statements) {
        const client = await books.database.pool.connect()
        try {
          await client.query(`begin; set local session_replication_role = replica; ${statement}`)
          // The damage is seen by its own connection alone, and rolled back.
          const pool = { query: client.query.bind(client) } as unknown as Books['database']['pool']
          const rules = (await checkInvariants({ pool })).map((violation) => violation.rule)
          assert.ok(rules.includes(rule), `${rules.join()} for: ${statement}`)
        } finally {
          await client.query('rollback')
          client.release()
        }
      }
      assert.deepEqual(await checkInvariants(books.database), [])
    })
  }

  it('finds nothing to check in empty books, and says what is wrong by id', async () => {
    const empty = await openBooks()
    try {
      assert.deepEqual(await checkInvariants(empty.database), [])
      const stranger = await createMerchant(empty)
      const id = await acceptOne(empty, stranger, { reference: randomUUID() })
      await empty.database.pool.query(
        `set session_replication_role = replica;
         update transaction set late_outcome_at = now();
         set session_replication_role = origin`,
      )
      const [violation, ...others] = await checkInvariants(empty.database)
      assert.equal(violation?.subject, id)
      assert.deepEqual(others, [])
    } finally {
      await empty.close()
    }
  })
})
