import { readRefund } from '#use-cases/refunds/find.ts'
import {
  claimRefund,
  claimReleasedRefund,
  confirmRefund,
  countRefundAsSent,
  countRefundAsUnsent,
  flagRefund,
  mayHaveLeft,
  maySendRefundAgain,
  releaseRefund,
  withholdReceived,
} from '#use-cases/refunds/sent.ts'
import { mayRepeatLost } from '#use-cases/refunds/may-repeat-lost.ts'
import { type RefundSettlement, settleRefund } from '#use-cases/refunds/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { isRefundFinal, type RefundDesk } from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { RefundInput } from '#workflows/contract.ts'
import type { Reopened, RefundSent, RefundSettled, Undecided } from '#workflows/contract/results.ts'
import { sentAgain } from './check-payment.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { lookFirst } from './look-first.ts'
import type { MoneyOrder, Operator, OrderState } from './operators/operator.ts'
import { settled } from './settled.ts'

/** The state of the refund as its run starts, or checks again. */
export async function openRefund(
  { database }: Pick<ActivityDependencies, 'database'>,
  refundId: RefundInput['refundId'],
): Promise<RefundDesk> {
  const refund = await readRefund(database, refundId)
  const approvers = [refund.approvedBy, refund.secondApprovedBy].filter((id) => id !== null)
  const { status } = refund
  const isDoubted = status === 'pending' && (await mayHaveLeft(database, refundId))
  return { status, approvers, ...(isDoubted && { mayHaveLeft: true }) }
}

/**
 * Sends an approved refund to the operator, once, under its fixed id. Before sending, it records that the request is
 * about to leave: if the worker crashes, no other sends it blindly.
 */
export async function payRefund(
  dependencies: ActivityDependencies,
  { refundId }: RefundInput,
): Promise<RefundSent | Undecided | Reopened> {
  const asked = await readRefundOrder(dependencies, refundId)
  const { refund } = asked
  if (isRefundFinal(refund.status)) return settled(refund.status, refund)
  if (refund.status === 'pending') return lookBeforeApproval(dependencies, asked)
  const sentAt = await claimRefund(dependencies.database, refundId)
  if (sentAt !== undefined) return sendClaimed(dependencies, asked, { sentAt })
  return (await endReceived(dependencies, refundId)) ?? sent(refund, 'unknown')
}

/**
 * Sends the refund that this caller has claimed at this time, unless its operator has it from before a restore. If
 * somebody has sent it again since, a refusal of this request is not the last word.
 */
async function sendClaimed(
  dependencies: ActivityDependencies,
  { refund, operator, order }: RefundOrder,
  { sentAt, found }: { readonly sentAt: Date; readonly found?: OrderState },
): Promise<RefundSent | Undecided> {
  const { database } = dependencies
  const { id: refundId } = refund
  const isDoubted = await mayRepeatLost(database, refundId)
  const first = isDoubted ? await lookFirst(operator, order, found) : 'send'
  if (first === 'unavailable') await releaseRefund(database, refundId, sentAt)
  if (first !== 'send') return sent(refund, first)
  const answer = await operator.request(order)
  if (answer.state === 'refused')
    return settle(dependencies, { refundId, outcome: failedWith(answer), sentAt })
  if (answer.state === 'taken') {
    await confirmRefund(database, refundId, answer.providerReference)
  }
  if (answer.state === 'unavailable') await releaseRefund(database, refundId, sentAt)
  return sent(refund, answer.state)
}

/**
 * Reads the refund's status at the operator, which counts, and settles the refund if it is final. One that turns out never
 * to have left, because its sender gave it back, is sent now. One that waits for approval again after a restore of the
 * database is only looked for.
 */
export async function checkRefund(
  dependencies: ActivityDependencies,
  { refundId }: RefundInput,
): Promise<RefundSent | Undecided | Reopened> {
  const { database } = dependencies
  const asked = await readRefundOrder(dependencies, refundId)
  const { refund, operator, order } = asked
  if (isRefundFinal(refund.status)) return settled(refund.status, refund)
  if (refund.status === 'pending') return lookBeforeApproval(dependencies, asked)
  if (refund.status === 'approved') await countRefundAsSent(database, refundId)
  const found = await operator.read(order)
  if (found.state === 'decided') return settleTold(dependencies, refund, found.outcome)
  const sentAt = await claimReleasedRefund(database, refundId)
  if (sentAt !== undefined) return sendClaimed(dependencies, asked, { sentAt, found })
  const ended = await endReceived(dependencies, refundId)
  return ended ?? sendMissing(dependencies, asked, found.state === 'not_found')
}

/**
 * It counts as sent, and can be neither rejected nor cancelled, until the operator certainly does not have it. What the
 * operator says of it is booked once it is approved again.
 */
async function lookBeforeApproval(
  { database }: ActivityDependencies,
  { refund, operator, order }: RefundOrder,
): Promise<Reopened> {
  await countRefundAsSent(database, refund.id)
  const { state } = await operator.read(order)
  if (state === 'not_found') await countRefundAsUnsent(database, refund.id)
  return { state: 'reopened' }
}

/** It never arrived. If the operator treats one id as one request, sending it again cannot pay twice. */
async function sendMissing(
  dependencies: ActivityDependencies,
  asked: RefundOrder,
  isMissing: boolean,
): Promise<Undecided> {
  const { refund, operator } = asked
  const maySend =
    isMissing &&
    operator.isIdempotent &&
    (await maySendRefundAgain(dependencies.database, refund.id))
  return maySend ? sendAgain(dependencies, asked) : { state: 'undecided' }
}

/** Ends a refund that never left because the payer already has the money; undefined for any other. */
async function endReceived(
  dependencies: ActivityDependencies,
  refundId: RefundInput['refundId'],
): Promise<RefundSettled | Undecided | undefined> {
  if (!(await withholdReceived(dependencies.database, refundId))) return undefined
  const outcome = failedWith({ failureCode: 'already_refunded' })
  return settle(dependencies, { refundId, outcome, isForUnsent: true })
}

/**
 * The refusal of this request decides nothing: an earlier one may still arrive and be carried out. The refund is looked for
 * until the operator or staff says how it ended (docs/decisions.md#refused-as-it-is-sent-again).
 */
async function sendAgain(
  { database, log }: ActivityDependencies,
  { refund: { id: refundId }, operator, order }: RefundOrder,
): Promise<Undecided> {
  const answer = await operator.request(order)
  if (answer.state === 'taken') await confirmRefund(database, refundId, answer.providerReference)
  if (answer.state === 'refused') {
    const { failureCode } = answer
    log.warn({ refundId, failureCode }, 'a refund was refused as it was sent again: it stays open')
  }
  return sentAgain(answer)
}

/**
 * Ends a refund that the operator never accepted. One that it may have accepted, or had accepted before a restore of the
 * database, stays open.
 */
export async function giveUpRefund(
  dependencies: ActivityDependencies,
  { refundId }: RefundInput,
): Promise<RefundSettled | Undecided | Reopened> {
  const { database } = dependencies
  const { status } = await readRefund(database, refundId)
  if (status === 'pending') return { state: 'reopened' }
  if (await mayRepeatLost(database, refundId)) await countRefundAsSent(database, refundId)
  const outcome = failedWith({ failureCode: 'operator_unavailable' })
  return settle(dependencies, { refundId, outcome, isForUnsent: true })
}

/** Notifies staff, and logs, that the operator leaves the refund open. */
export async function tellOfRefund(
  { database, log }: ActivityDependencies,
  // Runs of the previous version notified once, without a number.
  { refundId, number = 1 }: RefundInput & { readonly number?: number },
): Promise<void> {
  if (!(await flagRefund(database, refundId, number))) return
  log.error({ refundId, number }, 'the operator leaves a refund open: staff must ask it')
}

/** A refund and its payment, as sent to the operator. */
export async function readRefundOrder(
  { database, operatorOf }: ActivityDependencies,
  refundId: RefundInput['refundId'],
): Promise<RefundOrder> {
  const refund = await readRefund(database, refundId)
  const payment = await readTransaction(database, refund.transactionId)
  return { refund, payment, operator: operatorOf(payment), order: orderOf(refund, payment) }
}

interface RefundOrder {
  readonly refund: RefundRecord
  readonly payment: TransactionRecord
  readonly operator: Operator
  readonly order: MoneyOrder
}

function orderOf(refund: RefundRecord, payment: TransactionRecord): MoneyOrder {
  return {
    kind: 'refund',
    requestId: refund.operatorRequestId,
    phone: payment.customer.phone ?? '',
    amount: refund.amount,
    description: `Remboursement ${payment.reference}`,
    refundOf: payment.operatorRequestId,
    providerReference: refund.providerReference,
  }
}

function failedWith({ failureCode }: { readonly failureCode: string }): Outcome {
  return { status: 'failed', failureCode, providerReference: null }
}

/** If it has called back since it was asked, its answer may not be its last word: it is asked again. */
function settleTold(
  dependencies: ActivityDependencies,
  { id: refundId, callbacks }: RefundRecord,
  outcome: Outcome,
): Promise<RefundSettled | Undecided> {
  return settle(dependencies, { refundId, outcome, heard: callbacks ?? 0 })
}

async function settle(
  { database, outbox }: ActivityDependencies,
  settlement: RefundSettlement,
): Promise<RefundSettled | Undecided> {
  const status = await settleRefund(database, outbox, settlement)
  return isRefundFinal(status) ? settled(status, settlement.outcome) : { state: 'undecided' }
}

function sent(
  { provider, amount }: RefundRecord,
  state: 'taken' | 'unknown' | 'unavailable',
): RefundSent {
  const what = `a refund of ${amount.minor} ${amount.currency}`
  const summaries = {
    taken: `${provider} has ${what}`,
    unknown: `${provider} gave no answer to ${what}, and may have taken it`,
    unavailable: `${provider} is unavailable and has not ${what}`,
  }
  return { state, summary: summaries[state] }
}
