import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { endWatch } from '#use-cases/late-outcomes/end-watch.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { RefundInput, TransactionInput } from '#workflows/contract.ts'
import type { LateAnswer, LateLook } from '#workflows/ports.ts'
import { checkClosedPayout, checkClosedRefund, type Told } from './check-closed.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { orderOf } from './request-payment.ts'

/**
 * Reads the operator's status of a payment that has ended; money that moved after all is booked. The watch ends when
 * the operator has answered, or at the last check, where staff is notified of a payment that the operator leaves
 * open.
 */
export async function checkLateAnswer(
  dependencies: ActivityDependencies,
  input: (TransactionInput | RefundInput) & LateLook,
): Promise<LateAnswer> {
  const {
    watched,
    said,
    isByStaff = false,
  } = await ('refundId' in input
    ? checkClosedRefund(dependencies, input)
    : checkEnded(dependencies, input))
  if (said !== 'its_end' && input.isLast !== true) return { state: 'undecided', isByStaff }
  const end = await endWatch(dependencies.database, watched, said)
  if (end !== 'silent') return { state: 'closed' }
  dependencies.log.error(
    { ...watched },
    'an operator never said how a payment ended: staff must ask it',
  )
  return { state: 'undecided', isByStaff }
}

async function checkEnded(
  dependencies: ActivityDependencies,
  { transactionId }: TransactionInput,
): Promise<Told> {
  const transaction = await readTransaction(dependencies.database, transactionId)
  if (transaction.type === 'payout') return checkClosedPayout(dependencies, transaction)
  const watched = { transactionId, refundId: null }
  const payment = await dependencies.operatorOf(transaction).read(orderOf(transaction))
  if (payment.state === 'not_found') return { watched, said: 'not_found' }
  if (payment.state !== 'decided' || payment.isTentative === true)
    return { watched, said: 'nothing' }
  if (payment.outcome.status === 'succeeded') {
    await bookLateOutcome(dependencies.database, transactionId, payment.outcome.providerReference)
  }
  return { watched, said: 'its_end' }
}
