import { randomUUID } from 'node:crypto'
import { applyClosing, type ClosingResult } from '#use-cases/closings/apply.ts'
import { contradictClosing } from '#use-cases/closings/contradict.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { tellStaff } from '#use-cases/notices/tell-staff.ts'
import { writeClosing } from '#use-cases/closings/give.ts'
import type { ClosingOrder, ClosingSubject, ClosingVerdict } from '#domain/closings/closing.ts'
import { type ActId, asId, type TransactionId } from '#domain/ids.ts'
import { newStaff } from '#test/support/people.ts'
import type { Books, Merchant } from '#test/support/books.ts'
import { acceptPayoutOne, type PayoutChanges } from '#test/use-cases/payouts/payouts.ts'

/** A payout that was sent, whose operator stays silent, as staff was told. */
export async function silentPayout(
  books: Pick<Books, 'database' | 'outbox'>,
  merchant: Merchant,
  changes: PayoutChanges = {},
): Promise<TransactionId> {
  const transactionId = await acceptPayoutOne(books, merchant, changes)
  await claimRequest(books.database, transactionId)
  await tellStaff(books.database, { transactionId, kind: 'payout_undecided', number: 1 })
  return transactionId
}

/** The word of one of the staff on a payout that was not paid, written down and counted as its run does. */
export async function say(
  books: Pick<Books, 'database' | 'outbox'>,
  word: Word,
  approvalAbove = 1_000_000_000_000n,
): Promise<ClosingResult> {
  const actId = await write(books, word)
  return applyClosing(books.database, books.outbox, { actId, approvalAbove })
}

type Word = Partial<ClosingOrder> & Pick<ClosingOrder, 'transactionId'>

/** The same, only written down. */
export async function write({ database }: Pick<Books, 'database'>, word: Word): Promise<ActId> {
  const actId = word.actId ?? asId<ActId>(randomUUID())
  const closedBy = await newStaff(database, word.closedBy)
  const evidence = { operatorReference: 'TICKET-1', reason: 'Relevé de l’opérateur' }
  const order = { refundId: null, verdict: 'not_paid', approvalsNeeded: 1, ...evidence } as const
  await writeClosing(database, { ...order, ...word, actId, closedBy })
  return actId
}

/** The operator of an order says how it ended, against our books or its own last word; false if that is no news. */
export async function operatorSays(
  { database }: Pick<Books, 'database'>,
  {
    transactionId,
    refundId = null,
  }: Pick<ClosingSubject, 'transactionId'> & Partial<ClosingSubject>,
  said: ClosingVerdict,
): Promise<boolean> {
  const payment = await readTransaction(database, transactionId)
  const refund = refundId && (await readRefund(database, refundId))
  return contradictClosing(database, { payment, refund }, said)
}
