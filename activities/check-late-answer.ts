import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { endWatch, lastReport, type WatchedSubject } from '#use-cases/late-outcomes/watches.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { RefundInput, TransactionInput } from '#workflows/contract.ts'
import type { LateAnswer, LateLook } from '#workflows/contract/results.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { orderOf } from './request-payment.ts'
import type { ClosingVerdict } from '#domain/closings/closing.ts'
import { payoutOutcome } from '#domain/payouts/payout.ts'
import {
  type ClosedSubject,
  contradictClosing,
  isClosedByStaff,
} from '#use-cases/closings/contradict.ts'
import type { OrderState } from '#activities/operators/operator.ts'
import { readRefundOrder } from './pay-refund.ts'

/**
 * Reads the operator's status of a payment that has ended; money that moved after all is booked. The watch ends when
 * the operator has answered, or at the last check, where staff is notified of a payment that the operator leaves
 * open.
 */
export async function checkLateAnswer(
  dependencies: ActivityDependencies,
  input: (TransactionInput | RefundInput) & LateLook,
): Promise<LateAnswer> {
  const { database } = dependencies
  const watched = await watchedBy(database, input)
  const reportedAt = await lastReport(database, watched)
  const { said, isByStaff = false } = await ('refundId' in input
    ? checkClosedRefund(dependencies, input)
    : checkEnded(dependencies, input))
  const isOver = said === 'its_end' || (input.isLast === true && !isNewer(reportedAt, input))
  if (!isOver) return undecided(isByStaff, reportedAt)
  const end = await endWatch(database, { ...watched, reportedAt }, said)
  if (end === 'goes_on') return undecided(isByStaff, await lastReport(database, watched))
  if (end !== 'silent') return { state: 'closed' }
  dependencies.log.error(
    { ...watched },
    'an operator never said how a payment ended: staff must ask it',
  )
  return undecided(isByStaff, reportedAt)
}

/** True if the watch was opened again since its run began to count: it lasts from then. */
function isNewer(reportedAt: Date | undefined, { openedAt }: LateLook): boolean {
  if (openedAt === undefined || reportedAt === undefined) return false
  return reportedAt.toISOString() !== openedAt
}

function undecided(isByStaff: boolean, reportedAt: Date | undefined): LateAnswer {
  const openedAt = reportedAt?.toISOString()
  return { state: 'undecided', isByStaff, ...(openedAt !== undefined && { openedAt }) }
}

async function watchedBy(
  database: ActivityDependencies['database'],
  input: TransactionInput | RefundInput,
): Promise<WatchedSubject> {
  if (!('refundId' in input)) return { transactionId: input.transactionId, refundId: null }
  const { transactionId } = await readRefund(database, input.refundId)
  return { transactionId, refundId: input.refundId }
}

async function checkEnded(
  dependencies: ActivityDependencies,
  { transactionId }: TransactionInput,
): Promise<Told> {
  const payment = await readTransaction(dependencies.database, transactionId)
  const state = await dependencies.operatorOf(payment).read(orderOf(payment))
  if (payment.type === 'collection' && state.state === 'decided' && state.isTentative !== true) {
    const { status, providerReference } = state.outcome
    if (status === 'succeeded')
      await bookLateOutcome(dependencies.database, transactionId, providerReference)
  }
  return judge(dependencies, { payment, refund: null }, state)
}

/** An operator's answer about an order that has already ended. */
export interface Told {
  /** "Not found" proves nothing about an order that the operator may have: it is checked until the watch ends. */
  readonly said: 'its_end' | 'not_found' | 'nothing'
  /** True if a verdict of staff ended it. */
  readonly isByStaff?: boolean
}

/** The same for a refund. */
async function checkClosedRefund(
  dependencies: ActivityDependencies,
  { refundId }: RefundInput,
): Promise<Told> {
  const { payment, refund, operator, order } = await readRefundOrder(dependencies, refundId)
  return judge(dependencies, { payment, refund }, await operator.read(order))
}

/**
 * Books a contradiction and notifies staff. Only a clear answer of the operator counts: "not found" does not prove that it
 * did not carry the order out, whatever staff decided.
 */
async function judge(
  { database, log }: ActivityDependencies,
  subject: ClosedSubject,
  state: OrderState,
): Promise<Told> {
  if (state.state !== 'decided' || state.isTentative === true) {
    const isByStaff = await isClosedByStaff(database, subject)
    const isMissing = state.state === 'not_found' && !isByStaff
    return { said: isMissing ? 'not_found' : 'nothing', isByStaff }
  }
  const isPaid = payoutOutcome(state.outcome).status === 'succeeded'
  const said: ClosingVerdict = isPaid ? 'paid' : 'not_paid'
  if (await contradictClosing(database, subject, said)) {
    const details = { transactionId: subject.payment.id, refundId: subject.refund?.id, said }
    log.error(details, 'an operator contradicts how an order ended: money has to be settled')
  }
  return { said: 'its_end' }
}
