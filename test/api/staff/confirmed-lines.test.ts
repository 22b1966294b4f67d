import assert from 'node:assert/strict'
import { asId, type DifferenceId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { readRefundable } from '#use-cases/refunds/find.ts'
import { claimRefund } from '#use-cases/refunds/sent.ts'
import { readDifference } from '#use-cases/reconciliation/list-differences.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { onPool } from '#db/sql.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { acceptOne, createMerchant } from '#test/support/books.ts'
import { expired, failed } from '#test/support/ends.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { outboxOf } from '#test/support/paid.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { password } from '#test/support/people.ts'
import { act, actsOf, atDesk, type AtDesk, look } from '#test/support/staff.ts'
import {
  freshReference,
  importOne,
  matchAll,
  namesOf,
  statementOf,
} from '#test/support/statements.ts'
import { operatorSays, say, silentPayout } from '#test/use-cases/closings/closings.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import {
  act as actOnRefund,
  paidCollection,
  refundOf,
  settle,
} from '#test/use-cases/refunds/refunds.ts'

describe('a line of a statement that says that money moved, of which our books say that it did not', () => {
  const api = given(() => startApiAlone())
  const importer = given(() => atDesk(api.database, 'supervisor'))
  const one = given(() => atDesk(api.database, 'supervisor'))
  const two = given(() => atDesk(api.database, 'supervisor'))
  const books = given(async () => ({
    database: api.database,
    outbox: outboxOf(api.database),
  }))
  const merchant = givenEach(() => createMerchant(books, { mode: 'live' }))
  beforeEach(() => openBalance(api.database, merchant, money(100_000n, 'XOF')))
  booksHoldAfterEach(() => api.database)

  it('is booked once two supervisors have confirmed it, neither of whom brought the statement', async () => {
    const payment = await collected(expired)
    const theirs = freshReference()
    const at = await differenceOf(payment, { operator_reference: theirs })
    assert.equal(await reference(payment), null, 'the statement alone tells nothing')
    const agent = await atDesk(api.database, 'agent')
    assert.equal(refusalOf(await confirm(agent, at)).code, 'operation_not_allowed')
    assert.equal(refusalOf(await confirm(importer, at)).code, 'approval_by_another')
    assert.equal(refusalOf(await confirm(one, at, { password: 'faux' })).code, 'wrong_password')
    assert.deepEqual(refusedFields(await confirm(one, at, { reason: '' })), {
      reason: 'invalid_field',
    })
    const first = await confirm(one, at)
    assert.equal(first.status, 200)
    assert.deepEqual(
      [first.json.data.state, first.json.data.confirmable, first.json.data.confirmations.length],
      ['open', true, 1],
    )
    assert.deepEqual(await moved(payment), {})
    assert.equal(refusalOf(await confirm(one, at)).code, 'second_approver_required')
    const second = await confirm(two, at)
    const { state, closed, confirmable, confirmations } = second.json.data
    assert.deepEqual([state, closed.by.id, confirmable], ['closed', two.member.id, false])
    assert.deepEqual(
      confirmations.map(({ by, booked }: { by: { id: string }; booked: boolean }) => [
        by.id,
        booked,
      ]),
      [
        [one.member.id, false],
        [two.member.id, true],
      ],
    )
    assert.deepEqual(await moved(payment), { operator_clearing: -1020, to_refund: 1020 })
    assert.equal(await reference(payment), theirs)
    assert.equal(refusalOf(await confirm(two, at)).code, 'action_not_allowed')
    const [line] = await actsOf(api.database, two)
    assert.deepEqual([line?.act, line?.outcome], ['difference.confirm', 'action_not_allowed'])
    const done = (await actsOf(api.database, two)).find(({ outcome }) => outcome === 'done')
    assert.deepEqual(done?.details, { booked: true })
    const again = await differenceOf(payment, { operator_reference: theirs })
    assert.equal(again, undefined, 'the books and the statement agree')
  })

  it('of many confirmations at once one is the first, one the second, and it is booked once', async () => {
    const at = await differenceOf(await collected(failed))
    const [three, four] = [
      await atDesk(api.database, 'supervisor'),
      await atDesk(api.database, 'supervisor'),
    ]
    const answers = await Promise.all([one, two, three, four, one].map((desk) => confirm(desk, at)))
    assert.deepEqual(answers.filter(({ status }) => status === 200).length, 2)
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
  })

  it('is not to be confirmed of a late debit that its operator denied: it would be closed and nothing booked', async () => {
    const id = await collected(expired)
    await bookLateOutcome(api.database, id, freshReference())
    assert.ok(await operatorSays(api, { transactionId: id }, 'not_paid'))
    const at = await differenceOf(id)
    assert.ok(at, 'the statement and the books differ')
    assert.equal((await readDifference(api.database, asId<DifferenceId>(at))).isConfirmable, false)
    assert.equal(refusalOf(await confirm(one, at)).code, 'action_not_allowed')
    assert.ok(await operatorSays(api, { transactionId: id }, 'paid'))
    assert.equal(await differenceOf(id), undefined, 'the operator itself went back on it')
  })

  it('of a payout keeps what it took apart, to be recovered: after a verdict, and without one', async () => {
    const payout = await acceptPayoutOne(books, merchant)
    await settleTransaction(api.database, books.outbox, { transactionId: payout, outcome: failed })
    const judged = await silentPayout(books, merchant)
    await say(books, { transactionId: judged, verdict: 'not_paid' })
    for (const id of [payout, judged]) {
      await byBoth(await differenceOf(id, { kind: 'payout', amount: 1000 }))
      assert.deepEqual(await moved(id, 'closing_contradicted'), {
        contradicted: -1000,
        operator_clearing: 1000,
      })
      const more = await differenceOf(id, { kind: 'payout', amount: 1000 })
      assert.equal(more, undefined, 'the books and the statement agree')
      const { json } = await look(api, one, `/contradictions/${id}`)
      assert.deepEqual([json.data.state, json.data.direction], ['open', 'to_recover'])
    }
  })

  it('of a refund as well, which is not given a second time', async () => {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 400n })
    await actOnRefund(books, { refundId, act: 'approve' })
    await claimRefund(api.database, refundId)
    await settle(books, refundId, failed)
    const left = async () =>
      (await readRefundable(api.database, merchant.serviceEnvId, transactionId)).minor
    assert.equal(await left(), 1020n)
    await byBoth(await differenceOf(refundId, { kind: 'refund', amount: 400 }))
    assert.deepEqual(await moved(transactionId, 'closing_contradicted'), {
      contradicted: -400,
      operator_clearing: 400,
    })
    assert.equal(await left(), 620n)
    const again = refundOf(books, merchant, { transactionId, amount: 621n })
    assert.equal(await refusalCode(again), 'refund_amount_too_large')
    const columns = `service_env_id, transaction_id, currency, origin, provider, requested_by, approvals_needed`
    const around = onPool(api.database.pool).rows(
      `insert into refund (id, operator_request_id, amount, ${columns})
       select gen_random_uuid(), gen_random_uuid(), 621, ${columns} from refund where id = $1`,
      [refundId],
    )
    await assert.rejects(around, /refund_within_payment|of it are refunded/)
    const more = await differenceOf(refundId, { kind: 'refund', amount: 400 })
    assert.equal(more, undefined, 'the books and the statement agree')
  })

  it('is not confirmed with the reference of another order until somebody has seen it: given, typed or confirmed', async () => {
    const given = await paidCollection(books, merchant)
    const typed = await silentPayout(books, merchant)
    const operatorReference = freshReference().toUpperCase()
    await say(books, { transactionId: typed, operatorReference })
    const confirmed = await collected(failed)
    const line = { operator_reference: freshReference() }
    await byBoth(await differenceOf(confirmed, line))
    for (const [other, reference] of [
      [given, (await readTransaction(api.database, given)).providerReference ?? ''],
      [typed, operatorReference.toLowerCase()],
      [confirmed, line.operator_reference.toUpperCase()],
    ] as const) {
      const at = await differenceOf(await collected(failed), { operator_reference: reference })
      const refused = await confirm(one, at)
      assert.deepEqual(refusalOf(refused), {
        status: 409,
        code: 'operator_reference_used',
        field: 'same_reference',
      })
      assert.ok(refused.json.error.details.transaction_ids.split(' ').includes(other))
      const seen = { same_reference: 'confirmed' }
      assert.equal((await confirm(one, at, seen)).status, 200)
      assert.equal(refusalOf(await confirm(two, at)).code, 'operator_reference_used')
      assert.equal((await confirm(two, at, seen)).json.data.state, 'closed')
      const [last] = await actsOf(api.database, two)
      assert.deepEqual(last?.details, { booked: true, same_reference: 'confirmed' })
    }
    const payout = await silentPayout(books, merchant)
    const reference = ` ${line.operator_reference}`
    const unseen = { operatorReference: reference, mayShareReference: false }
    const refused = { refused: 'operator_reference_used' }
    assert.deepEqual(await say(books, { transactionId: payout, ...unseen }), refused)
  })

  it('is confirmed of one of two orders whose lines name one reference, at once', async () => {
    const line = { operator_reference: freshReference() }
    const first = await differenceOf(await collected(failed), line)
    const second = await differenceOf(await collected(failed), line)
    for (const at of [first, second]) assert.equal((await confirm(one, at)).status, 200)
    const answers = await Promise.all([first, second].map((at) => confirm(two, at)))
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['200', '409'])
  })

  it('is not confirmed if it has another amount, another end, or is closed', async () => {
    const cheap = await differenceOf(await collected(failed), { amount: 900 })
    const paid = await differenceOf(await paidCollection(books, merchant), { status: 'failed' })
    const open = await differenceOf(await acceptOne(books, merchant))
    const closed = await differenceOf(await collected(failed))
    await act(api, one, { path: `/differences/${closed}/close`, body: { reason: 'vu' } })
    for (const at of [cheap, paid, open, closed])
      assert.deepEqual(refusalOf(await confirm(one, at)), {
        status: 409,
        code: 'action_not_allowed',
      })
    const none = '01890000-0000-7000-8000-000000000000'
    assert.equal(refusalOf(await confirm(one, none)).code, 'difference_not_found')
    assert.equal(refusalOf(await confirm(one, 'x')).status, 404)
  })

  it('is confirmed by two in the database too, and their words stay', async () => {
    const payment = await collected(failed)
    const at = await differenceOf(payment)
    const say = (person: AtDesk, isBooked: boolean) =>
      onPool(api.database.pool).rows(
        `insert into confirmed_line (difference_id, confirmed_by, order_id, reason, is_booked)
         values ($1, $2, $3, 'vu', $4)`,
        [at, person.member.id, payment, isBooked],
      )
    await assert.rejects(say(one, true), /confirmed_line_by_two/)
    await assert.rejects(say(importer, false), /confirmed_line_by_two/)
    await say(one, false)
    await assert.rejects(say(one, true))
    for (const damage of [
      'update confirmed_line set is_booked = true',
      'delete from confirmed_line',
    ])
      await assert.rejects(onPool(api.database.pool).rows(damage), /stays/)
  })

  async function collected(outcome: Outcome): Promise<TransactionId> {
    const transactionId = await acceptOne(books, merchant)
    await settleTransaction(api.database, books.outbox, { transactionId, outcome })
    return transactionId
  }

  /** The difference that a statement with this one line has with our order; undefined if there is none. */
  async function differenceOf(orderId: TransactionId | RefundId, line: object = {}) {
    const { reference: ours } = await namesOf(api.database, orderId)
    const csv = `${statementOf([{ reference: ours, ...line }])}\n${'\n'.repeat((imports += 1))}`
    const told = csv.replace(';time', ';time;note').replace(/Z\n/, `Z;${imports}\n`)
    const id = await importOne(books, told, { member: importer.member })
    await matchAll(api.database, id)
    const { json } = await look(api, one, `/differences?reconciliation_id=${id}&limit=100`)
    const found = json.data.find(({ theirs }: { theirs: object | null }) => theirs !== null)
    return found?.id as string
  }
  let imports = 0

  const confirm = (desk: AtDesk, id: string, changes: object = {}) =>
    act(api, desk, {
      path: `/differences/${id}/confirm`,
      body: { reason: 'dit par l’opérateur au téléphone', password, ...changes },
    })

  async function byBoth(at: string): Promise<void> {
    for (const desk of [one, two]) assert.equal((await confirm(desk, at)).status, 200)
  }

  /** What a payment's movement of this kind put on each account. */
  async function moved(id: TransactionId, kind = 'late_outcome_booked') {
    const rows = await onPool(api.database.pool).rows<{ account: string; amount: string }>(
      `select a.kind as account, e.amount::text as amount from ledger_movement m
         join ledger_entry e on e.movement_id = m.id join ledger_account a on a.id = e.account_id
       where m.transaction_id = $1 and m.kind = $2 order by 1`,
      [id, kind],
    )
    return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]))
  }

  async function reference(id: TransactionId): Promise<string | null> {
    return (await namesOf(api.database, id)).operator_reference
  }
})
