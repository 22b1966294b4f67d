import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ClosingVerdict } from '#domain/closings/closing.ts'
import { money } from '#domain/money/money.ts'
import { asId, type RefundId, type StaffMemberId, type TransactionId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { ContradictionCase } from '#use-cases/contradictions/find.ts'
import {
  approveSettlementAct,
  askSettlementAct,
  refuseSettlementAct,
} from '#use-cases/contradictions/settle.ts'
import { requestLateRefund } from '#use-cases/late-outcomes/desk-acts.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { claimRefund, flagRefund } from '#use-cases/refunds/sent.ts'
import { type Books, createMerchant, givenBooks, type Merchant } from '#test/support/books.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createStaffMember, newStaff, password } from '#test/support/people.ts'
import { operatorSays, say, silentPayout } from '#test/use-cases/closings/closings.ts'
import { act, lateDebit, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

type Writable = Pick<Books, 'database' | 'outbox'>

/** Books, a merchant with 100,000 XOF for each test, and two supervisors who settle; the books are checked after each. */
export function givenSettling() {
  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books))
  const afi = given(() => createStaffMember(books.database, 'supervisor'))
  const luc = given(() => createStaffMember(books.database, 'supervisor'))
  const settling = given(async () => settlingAt(books))
  beforeEach(async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
  })
  booksHoldAfterEach(() => books.database)

  /** One of them asks, the other approves. */
  const settleByTwo = async (id: string, body: object = {}): Promise<ContradictionCase> => {
    await settling.ask(afi, id, body)
    return settling.approve(luc, id)
  }

  /** What the order's settlement moved, by account. */
  const moved = async (id: string): Promise<Record<string, number>> => {
    const rows = await books.rows<{ account: string; amount: string }>(
      `select a.kind as account, e.amount::text as amount from ledger_movement m
         join ledger_entry e on e.movement_id = m.id join ledger_account a on a.id = e.account_id
       where coalesce(m.refund_id, m.transaction_id) = $1 and m.kind = 'contradiction_settled'`,
      id,
    )
    return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]))
  }

  return { books, merchant, afi, luc, settling, settleByTwo, moved }
}

const contrary = { paid: 'not_paid', not_paid: 'paid' } as const

/** A payout of 1000 XOF and a fee of 20 that staff closed, and of which its operator said the contrary. */
export async function contradictedPayout(
  books: Writable,
  merchant: Merchant,
  verdict: ClosingVerdict = 'not_paid',
): Promise<TransactionId> {
  const transactionId = await silentPayout(books, merchant)
  const operatorReference = `TICKET-${transactionId.slice(-12)}`
  await say(books, { transactionId, verdict, operatorReference })
  assert.ok(await operatorSays(books, { transactionId }, contrary[verdict]))
  return transactionId
}

/** A payment of 1020 XOF, of which the merchant got 1000, that its operator took back. */
export async function paymentTakenBack(
  books: Writable,
  merchant: Merchant,
): Promise<TransactionId> {
  const transactionId = await paidCollection(books, merchant)
  assert.ok(await operatorSays(books, { transactionId }, 'not_paid'))
  return transactionId
}

/** A refund of 400 XOF of the merchant's, likewise. */
export async function contradictedRefund(
  books: Writable,
  merchant: Merchant,
  verdict: ClosingVerdict = 'not_paid',
): Promise<RefundId> {
  const transactionId = await paidCollection(books, merchant)
  const { id } = await refundOf(books, merchant, { transactionId, amount: 400n })
  return contradictRefund(books, id, verdict)
}

/** The refund of a late debit of 1020 XOF, likewise. */
export async function contradictedLateRefund(
  books: Writable,
  verdict: ClosingVerdict = 'not_paid',
): Promise<RefundId> {
  const transactionId = await lateDebit(books)
  const { id } = await requestLateRefund(books.database, books.outbox, {
    id: asId<RefundId>(randomUUID()),
    transactionId,
    reason: null,
    requestedBy: asId<StaffMemberId>(await newStaff(books.database)),
    approvalAbove: 1_000_000n,
  })
  return contradictRefund(books, id, verdict)
}

async function contradictRefund(
  books: Writable,
  refundId: RefundId,
  verdict: ClosingVerdict,
): Promise<RefundId> {
  const { database } = books
  await act(books, { refundId, act: 'approve' })
  await claimRefund(database, refundId)
  await flagRefund(database, refundId, 1)
  const { transactionId } = await readRefund(database, refundId)
  const operatorReference = `TICKET-${refundId.slice(-12)}`
  await say(books, { transactionId, refundId, verdict, operatorReference })
  assert.ok(await operatorSays(books, { transactionId, refundId }, contrary[verdict]))
  return refundId
}

/** The same, and settled by two supervisors. */
export async function settledPayout(books: Writable, merchant: Merchant): Promise<TransactionId> {
  const id = await contradictedPayout(books, merchant)
  const { ask, approve } = settlingAt(books)
  await ask(await createStaffMember(books.database, 'supervisor'), id)
  await approve(await createStaffMember(books.database, 'supervisor'), id)
  return id
}

/** The three acts, by somebody on a contradiction. */
export function settlingAt({ database }: Pick<Books, 'database'>) {
  const context = { database } as UseCaseContext
  const order = (person: StaffMember, id: string) => ({ person, requestId: randomUUID(), id })
  const reason = 'Convenu au téléphone avec le marchand'
  return {
    ask: (person: StaffMember, id: string, body: object = {}): Promise<ContradictionCase> =>
      askSettlementAct.work(context, {
        ...order(person, id),
        body: { reason, password, ...body },
      }),
    approve: (person: StaffMember, id: string): Promise<ContradictionCase> =>
      approveSettlementAct.work(context, { ...order(person, id), body: { password } }),
    refuse: (person: StaffMember, id: string): Promise<ContradictionCase> =>
      refuseSettlementAct.work(context, { ...order(person, id), body: { password } }),
  }
}
