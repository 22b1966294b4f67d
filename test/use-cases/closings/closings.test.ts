import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { openBalance } from '#use-cases/balance/open.ts'
import { readRefund, readRefundable } from '#use-cases/refunds/find.ts'
import { claimRefund, flagRefund, withholdReceived } from '#use-cases/refunds/sent.ts'
import { settleRefund } from '#use-cases/refunds/settle.ts'
import { applyClosing } from '#use-cases/closings/apply.ts'
import { claimRequest, noteReference } from '#use-cases/transactions/request-sent.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { type ActId, asId, type TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { given, givenEach } from '#test/support/given.ts'
import { newStaff } from '#test/support/people.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createMerchant, openBooks } from '#test/support/books.ts'
import { mortal } from '#test/states/crashes.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { operatorSays, say, silentPayout, write } from './closings.ts'
import { failed, success } from '#test/support/ends.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { act, balancesOf, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

const refused = { refused: 'action_not_allowed' }

describe('the staff’s word on an end, in the books', () => {
  const books = given(() => openBooks())
  const merchant = givenEach(() => createMerchant(books))
  beforeEach(async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
  })
  booksHoldAfterEach(() => books.database)

  const balances = () => balancesOf(books, merchant)
  const contradicted = async (id: TransactionId) => {
    const [row] = await books.rows<{ sum: string }>(
      `select coalesce(sum(e.amount), 0)::text as sum from ledger_entry e join ledger_account a on a.id = e.account_id
       join ledger_movement m on m.id = e.movement_id where m.transaction_id = $1 and a.kind = 'contradicted'`,
      id,
    )
    return Number(row?.sum)
  }

  it('counts only once the order was sent and staff was told that nothing is heard of it', async () => {
    const transactionId = await acceptPayoutOne(books, merchant)
    assert.deepEqual(await say(books, { transactionId }), refused, 'not sent')
    await claimRequest(books.database, transactionId)
    assert.deepEqual(await say(books, { transactionId }), refused, 'staff was not told')
    assert.deepEqual((await balances())['reserved'], 1020)
  })

  it('of many words at once one ends it, the same word again is one, and the operator comes too late', async () => {
    const transactionId = await silentPayout(books, merchant)
    const actId = asId<ActId>(randomUUID())
    const closedBy = await newStaff(books.database)
    const mine = { transactionId, actId, closedBy }
    const answers = await Promise.all([
      say(books, mine),
      say(books, mine),
      say(books, { transactionId, verdict: 'paid' }),
      say(books, { transactionId }),
      settleTransaction(books.database, books.outbox, { transactionId, outcome: success }),
    ])
    const { status } = await readTransaction(books.database, transactionId)
    assert.equal(answers.at(-1), status)
    const { available = 0, reserved = 0 } = await balances()
    assert.deepEqual([available, reserved], [status === 'failed' ? 100_000 : 98_980, 0])
    const other = say(books, { ...mine, verdict: 'paid' })
    assert.equal(await refusalCode(other), 'idempotency_conflict')
  })

  it('two who must agree are two in the database too, and their words stay', async () => {
    const transactionId = await silentPayout(books, merchant)
    const first = { transactionId, approvalsNeeded: 2 } as const
    assert.deepEqual(await say(books, first), { status: 'pending' })
    const alone = 'update closing set ended_at = now() where transaction_id = $1'
    await assert.rejects(books.rows(alone, transactionId), /said by one alone|closing_is_agreed/)
    for (const damage of [
      `update closing set verdict = 'paid' where transaction_id = $1`,
      'update closing set counted_at = null where transaction_id = $1',
      'delete from closing where transaction_id = $1',
    ]) {
      await assert.rejects(books.rows(damage, transactionId), /stays/)
    }
    assert.deepEqual(await say(books, first), { status: 'failed' })
  })

  it('the reference that the operator gives while a word is counted is kept', async () => {
    const worker = mortal(books.database)
    for (const moment of [0, 1, 2]) {
      const transactionId = await silentPayout(books, merchant)
      const { operatorRequestId } = await readTransaction(books.database, transactionId)
      const actId = await write(books, { transactionId, verdict: 'paid' })
      const given = `OP-${transactionId}`
      await worker.overtake(
        () => applyClosing(worker.database, books.outbox, { actId, approvalAbove: 10n ** 12n }),
        moment,
        () => noteReference(books.database, operatorRequestId, given),
      )
      const { status, providerReference } = await readTransaction(books.database, transactionId)
      assert.deepEqual([status, providerReference], ['succeeded', given], `before ${moment}`)
    }
  })

  it('a refund that was not paid by the staff’s word, and was paid after all, is not given a second time', async () => {
    const { database } = books
    const transactionId = await paidCollection(books, merchant)
    const refund = await refundOf(books, merchant, { transactionId, amount: 1000n })
    await act(books, { refundId: refund.id, act: 'approve' })
    await claimRefund(database, refund.id)
    await flagRefund(database, refund.id, 1)
    const word = { transactionId, refundId: refund.id }
    assert.deepEqual(await say(books, word), { status: 'failed' })
    const left = async () =>
      (await readRefundable(database, merchant.serviceEnvId, transactionId)).minor
    assert.equal(await left(), 1020n)
    assert.equal(await operatorSays(books, word, 'paid'), true)
    assert.equal(await left(), 20n)
    const again = refundOf(books, merchant, { transactionId, amount: 1000n })
    assert.equal(await refusalCode(again), 'refund_amount_too_large')
    const columns = `service_env_id, transaction_id, currency, origin, provider, requested_by, approvals_needed`
    const around = books.rows(
      `insert into refund (id, operator_request_id, amount, ${columns})
       select gen_random_uuid(), gen_random_uuid(), 21, ${columns} from refund where id = $1`,
      refund.id,
    )
    await assert.rejects(around, /refund_within_payment|of it are refunded/)
    assert.equal(
      (await refundOf(books, merchant, { transactionId, amount: null })).amount.minor,
      20n,
    )
  })

  it('a refund approved before the payer turned out to have the first is not sent', async () => {
    const { database, outbox } = books
    const transactionId = await paidCollection(books, merchant)
    const approved = async () => {
      const refund = await refundOf(books, merchant, { transactionId, amount: 1000n })
      await act(books, { refundId: refund.id, act: 'approve' })
      return refund
    }
    const first = await approved()
    await claimRefund(database, first.id)
    await flagRefund(database, first.id, 1)
    await say(books, { transactionId, refundId: first.id })
    const { id } = await approved()
    assert.equal(await withholdReceived(database, id), false, 'nothing speaks against it yet')
    await operatorSays(books, { transactionId, refundId: first.id }, 'paid')
    assert.equal(await claimRefund(database, id), undefined, 'the payer has it')
    assert.equal(await withholdReceived(database, first.id), false)
    assert.equal(await withholdReceived(database, id), true)
    const outcome = { ...failed, failureCode: 'already_refunded' }
    const settlement = { refundId: id, outcome, isForUnsent: true }
    assert.equal(await settleRefund(database, outbox, settlement), 'failed')
    assert.equal(await withholdReceived(database, id), false)
    assert.equal((await readRefund(database, id)).failureCode, 'already_refunded')
  })

  it('an operator that contradicts it is booked once, and what the merchant has stays', async () => {
    for (const [verdict, said, kept] of [
      ['not_paid', 'paid', -1000],
      ['paid', 'not_paid', 1020],
    ] as const) {
      const transactionId = await silentPayout(books, merchant)
      await say(books, { transactionId, verdict })
      const before = await balances()
      const hear = (word: 'paid' | 'not_paid') => operatorSays(books, { transactionId }, word)
      assert.equal(await hear(verdict), false, 'the same is no contradiction')
      const heard = await Promise.all([hear(said), hear(said), hear(said)])
      assert.deepEqual(heard.toSorted(), [false, false, true])
      assert.equal(await hear(said), false)
      assert.deepEqual([await contradicted(transactionId), await balances()], [kept, before])
    }
  })
})
