import { isFinal } from '#domain/transactions/transaction.ts'
import { productOf } from '#domain/receipts/receipt.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import {
  type Claimed,
  claimRequest,
  confirmRequest,
  releaseRequest,
} from '#use-cases/transactions/request-sent.ts'
import { settleSent, settleTransaction } from '#use-cases/transactions/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { TransactionInput } from '#workflows/contract.ts'
import type { Asked, Settled } from '#workflows/contract/results.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { lookFirst } from './look-first.ts'
import type { MoneyOrder, OrderState, RequestAnswer } from './operators/operator.ts'
import { settled } from './settled.ts'

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
  if (isFinal(transaction.status)) return settled(transaction.status, transaction)
  const claim = await claimRequest(database, transactionId)
  if (claim.state === 'claimed') return sendClaimed(dependencies, transaction, claim)
  if (claim.state === 'too_late') return expireUnsent(dependencies, transaction)
  return asked(transaction, 'unknown')
}

interface Claim extends Omit<Claimed, 'state'> {
  /** What its operator says of it, if somebody has asked just now. */
  readonly found?: OrderState
}

/** Sends the request that this caller has claimed, unless its operator may have it from before a restore. */
export async function sendClaimed(
  dependencies: ActivityDependencies,
  transaction: TransactionRecord,
  claim: Claim,
): Promise<Asked> {
  const { database } = dependencies
  const { id } = transaction
  const { sentAt, mayBeKnown, found } = claim
  const [operator, order] = [dependencies.operatorOf(transaction), orderOf(transaction)]
  const first = mayBeKnown ? await lookFirst(operator, order, found) : 'send'
  if (first === 'unavailable') await releaseRequest(database, id, sentAt)
  if (first !== 'send') return asked(transaction, first)
  const answer = await operator.request(order)
  if (answer.state === 'refused')
    return settleRefused(dependencies, transaction, { ...answer, sentAt })
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

type Refused = Extract<RequestAnswer, { state: 'refused' }>

/**
 * The operator refused the request that left at this time, for good. This ends the payment, unless it was sent again
 * since, or the operator has called back.
 */
async function settleRefused(
  dependencies: ActivityDependencies,
  before: TransactionRecord,
  { sentAt, failureCode }: Refused & { readonly sentAt: Date },
): Promise<Asked> {
  const { database, outbox } = dependencies
  const outcome = failedWith(failureCode)
  const status = await settleSent(database, outbox, { before, outcome, sentAt })
  if (status !== undefined) return settled(status, outcome)
  const ended = await endResent(dependencies, before, failureCode)
  return ended ?? asked(before, 'unknown')
}

/**
 * A request was refused, but the order may still be carried out: it was sent several times under one id, or the operator
 * has called back. A collection fails, and is watched for a late debit. A payout could be paid after its money has returned,
 * so it stays open, with undefined as the answer, until the operator or staff says how it ended
 * (docs/decisions.md#refused-as-it-is-sent-again).
 */
export async function endResent(
  { database, outbox, log }: ActivityDependencies,
  before: TransactionRecord,
  failureCode: string,
): Promise<Settled | undefined> {
  const { id: transactionId, type } = before
  if (type === 'payout') {
    log.warn(
      { transactionId, failureCode },
      'a payout was refused that may have arrived before: it stays open',
    )
    return undefined
  }
  const outcome = failedWith(failureCode)
  const settlement = { transactionId, outcome, before, isWatched: true }
  return settled(await settleTransaction(database, outbox, settlement), outcome)
}

function failedWith(failureCode: string) {
  return { status: 'failed', failureCode, providerReference: null } as const
}

/** The transaction as an order to its operator. */
export function orderOf(transaction: TransactionRecord): MoneyOrder {
  return {
    kind: transaction.type,
    requestId: transaction.operatorRequestId,
    phone: transaction.customer.phone ?? '',
    // A payout's fee is not sent.
    amount: transaction.type === 'payout' ? transaction.net : transaction.amountCharged,
    description: productOf(transaction),
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
