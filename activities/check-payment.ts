import { payoutOutcome } from '#domain/payout.ts'
import { isFinal } from '#domain/transaction.ts'
import type { TransactionRecord } from '#domain/transaction-record.ts'
import { bookLateOutcome } from '#db/commands/book-late-outcome.ts'
import { type Settlement, settleTransaction } from '#db/commands/settle-transaction.ts'
import { readTransaction } from '#db/queries/transactions.ts'
import type { TransactionInput } from '#workflows/contract.ts'
import type { LateAnswer, Settled, Undecided } from '#workflows/ports.ts'
import { checkClosedPayout } from './check-closed.ts'
import type { ActivityDependencies } from './dependencies.ts'
import type { OrderState } from './operators/operator.ts'
import { orderOf, settleRefused } from './request-payment.ts'

/** Reads the payment's state at the operator, whose word counts whatever a callback said, and settles it if it is final. */
export async function checkPayment(
  dependencies: ActivityDependencies,
  input: TransactionInput,
): Promise<Settled | Undecided> {
  const transaction = await readTransaction(dependencies.database, input.transactionId)
  if (isFinal(transaction.status)) return { state: 'settled', status: transaction.status }
  const operator = dependencies.operatorOf(transaction)
  const payment = await operator.read(orderOf(transaction))
  if (payment.state === 'decided') return settleDecided(dependencies, transaction, payment)
  // It never arrived. Where one id is one request, sending it again cannot debit twice.
  if (payment.state === 'not_found' && operator.isIdempotent && isTimeLeft(transaction)) {
    const answer = await operator.request(orderOf(transaction))
    if (answer.state === 'refused') return settleRefused(dependencies, transaction.id, answer)
  }
  return { state: 'undecided' }
}

/** Ends a payment whose time is up. Where the operator may still debit, it is watched on after the end. */
export async function expirePayment(
  dependencies: ActivityDependencies,
  input: TransactionInput,
): Promise<Settled> {
  const transaction = await readTransaction(dependencies.database, input.transactionId)
  if (isFinal(transaction.status)) return { state: 'settled', status: transaction.status }
  const payment = await dependencies.operatorOf(transaction).read(orderOf(transaction))
  if (payment.state === 'decided') return settleDecided(dependencies, transaction, payment)
  const outcome = { status: 'expired', failureCode: 'expired', providerReference: null } as const
  const isWatched = payment.state !== 'not_found'
  return settle(dependencies, { transactionId: transaction.id, outcome, isWatched })
}

/** Reads how what has ended stands at the operator; money that it debited after all is kept for the payer. */
export async function checkLateAnswer(
  dependencies: ActivityDependencies,
  { transactionId }: TransactionInput,
): Promise<LateAnswer> {
  const transaction = await readTransaction(dependencies.database, transactionId)
  if (transaction.type === 'payout') return checkClosedPayout(dependencies, transaction)
  const payment = await dependencies.operatorOf(transaction).read(orderOf(transaction))
  if (payment.state === 'not_found') return { state: 'closed' }
  if (payment.state !== 'decided' || payment.isTentative === true) return { state: 'undecided' }
  if (payment.outcome.status === 'succeeded') {
    await bookLateOutcome(dependencies.database, transactionId, payment.outcome.providerReference)
  }
  return { state: 'closed' }
}

const sendAgainMarginMs = 15_000

/** What is sent again must have arrived before the operator is asked for the last time; a payout has no last time. */
function isTimeLeft({ type, expiresAt }: TransactionRecord): boolean {
  return type === 'payout' || expiresAt.getTime() - Date.now() > sendAgainMarginMs
}

async function settleDecided(
  dependencies: ActivityDependencies,
  { id: transactionId, type }: TransactionRecord,
  { outcome: told, isTentative = false }: Extract<OrderState, { state: 'decided' }>,
): Promise<Settled> {
  const outcome = type === 'payout' ? payoutOutcome(told) : told
  return settle(dependencies, { transactionId, outcome, isWatched: isTentative })
}

async function settle(
  { database, outbox }: ActivityDependencies,
  settlement: Settlement,
): Promise<Settled> {
  return { state: 'settled', status: await settleTransaction(database, outbox, settlement) }
}
