import type { ClosingVerdict } from '#domain/closings/closing.ts'
import { payoutOutcome } from '#domain/payouts/payout.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type ClosedSubject, contradictClosing } from '#use-cases/closings/contradict.ts'
import type { WatchedSubject } from '#use-cases/late-outcomes/watches.ts'
import type { RefundInput } from '#workflows/contract.ts'
import type { ActivityDependencies } from './dependencies.ts'
import type { OrderState } from './operators/operator.ts'
import { readRefundOrder } from './pay-refund.ts'
import { orderOf } from './request-payment.ts'

/** What an operator said of an order that has its end in the books. */
export interface Told {
  readonly watched: WatchedSubject
  /** That it does not find the order is no word about one that it may have: it is looked for as long as the watch lasts. */
  readonly said: 'its_end' | 'not_found' | 'nothing'
  /** True where the staff's word ended it. */
  readonly isByStaff?: boolean
}

/** Asks the operator about a payout that staff closed; the contrary of their word is booked, and staff is told. */
export async function checkClosedPayout(
  dependencies: ActivityDependencies,
  payment: TransactionRecord,
): Promise<Told> {
  const state = await dependencies.operatorOf(payment).read(orderOf(payment))
  return judge(dependencies, { payment, refund: null }, state)
}

/** The same about a refund. */
export async function checkClosedRefund(
  dependencies: ActivityDependencies,
  { refundId }: RefundInput,
): Promise<Told> {
  const { payment, refund, operator, order } = await readRefundOrder(dependencies, refundId)
  return judge(dependencies, { payment, refund }, await operator.read(order))
}

/** Only an operator's plain word counts; that it does not find an order is no word that it did not carry it out. */
async function judge(
  { database, log }: ActivityDependencies,
  subject: ClosedSubject,
  state: OrderState,
): Promise<Told> {
  const watched = { transactionId: subject.payment.id, refundId: subject.refund?.id ?? null }
  if (state.state !== 'decided' || state.isTentative === true) {
    return { watched, said: 'nothing', isByStaff: true }
  }
  const isPaid = payoutOutcome(state.outcome).status === 'succeeded'
  const said: ClosingVerdict = isPaid ? 'paid' : 'not_paid'
  if (await contradictClosing(database, subject, said)) {
    const details = { transactionId: subject.payment.id, refundId: subject.refund?.id, said }
    log.error(details, 'an operator contradicts the word of staff: money is to be settled')
  }
  return { watched, said: 'its_end' }
}
