import { isFinal } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import {
  claimRequest,
  confirmRequest,
  releaseRequest,
} from '#use-cases/transactions/request-sent.ts'
import { type Settlement, settleTransaction } from '#use-cases/transactions/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { TransactionInput } from '#workflows/contract.ts'
import type { Asked, Settled } from '#workflows/contract/results.ts'
import type { ActivityDependencies } from './dependencies.ts'
import type { MoneyOrder, RequestAnswer } from './operators/operator.ts'

/**
 * Sends the request to the operator, once, under its fixed id. Before sending, it records that the request is about
 * to leave: if the worker crashes, no other sends it blindly. A payment that could not be confirmed in time ends
 * here, unsent.
 */
export async function requestPayment(
  dependencies: ActivityDependencies,
  { transactionId }: TransactionInput,
  known?: TransactionRecord,
): Promise<Asked> {
  const { database } = dependencies
  const transaction = known ?? (await readTransaction(database, transactionId))
  if (isFinal(transaction.status)) return { state: 'settled', status: transaction.status }
  const claim = await claimRequest(database, transactionId)
  if (claim.state === 'claimed') return sendClaimed(dependencies, transaction, claim.sentAt)
  if (claim.state === 'too_late') return expireUnsent(dependencies, transaction)
  return asked(transaction, 'unknown')
}

/** Sends the request that this caller has claimed at this time. */
export async function sendClaimed(
  dependencies: ActivityDependencies,
  transaction: TransactionRecord,
  sentAt: Date,
): Promise<Asked> {
  const { database } = dependencies
  const { id } = transaction
  const answer = await dependencies.operatorOf(transaction).request(orderOf(transaction))
  if (answer.state === 'refused') return settleRefused(dependencies, transaction, answer)
  if (answer.state === 'taken') await confirmRequest(database, id, answer.providerReference)
  if (answer.state === 'unavailable') await releaseRequest(database, id, sentAt)
  return asked(transaction, answer.state)
}

/** Nobody was asked and nobody will be: an outage used up the payer's time. */
async function expireUnsent(
  { database, outbox }: ActivityDependencies,
  before: TransactionRecord,
): Promise<Settled> {
  const outcome = { status: 'expired', failureCode: 'expired', providerReference: null } as const
  const status = await settleTransaction(database, outbox, {
    transactionId: before.id,
    outcome,
    before,
    // If another worker has sent it after all, for example because a clock jumped, the watch finds out.
    isWatched: true,
  })
  return { state: 'settled', status }
}

/** The operator refused the request for good, which ends the payment. */
export async function settleRefused(
  { database, outbox }: ActivityDependencies,
  before: TransactionRecord,
  {
    failureCode,
    isWatched = false,
  }: Extract<RequestAnswer, { state: 'refused' }> & Pick<Settlement, 'isWatched'>,
): Promise<Settled> {
  const outcome = { status: 'failed', failureCode, providerReference: null } as const
  const status = await settleTransaction(database, outbox, {
    transactionId: before.id,
    outcome,
    before,
    isWatched,
  })
  return { state: 'settled', status }
}

/** The transaction as an order to its operator. */
export function orderOf(transaction: TransactionRecord): MoneyOrder {
  return {
    kind: transaction.type,
    requestId: transaction.operatorRequestId,
    phone: transaction.customer.phone ?? '',
    // A payout's fee is not sent.
    amount: transaction.type === 'payout' ? transaction.net : transaction.amountCharged,
    description: transaction.description ?? transaction.reference,
    refundOf: null,
    providerReference: transaction.providerReference,
  }
}

function asked(
  transaction: TransactionRecord,
  state: 'taken' | 'unknown' | 'unavailable',
): Exclude<Asked, { state: 'settled' }> {
  const { provider } = transaction
  const { amount } = orderOf(transaction)
  const payment = `${amount.minor} ${amount.currency}`
  const next = transaction.type === 'payout' ? 'is to pay it out' : 'waits for the payer'
  const summaries = {
    taken: `${provider} has the request for ${payment} and ${next}`,
    unknown: `${provider} gave no answer to the request for ${payment}, and may have taken it`,
    unavailable: `${provider} is unavailable and has no request for ${payment}`,
  }
  return { state, expiresAt: transaction.expiresAt.toISOString(), summary: summaries[state] }
}
