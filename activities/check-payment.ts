import { activityInfo, Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import { payoutOutcome } from '#domain/payouts/payout.ts'
import { isFinal } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import {
  claimReleased,
  confirmRequest,
  countIfMayBeKnown,
  maySendAgain,
} from '#use-cases/transactions/request-sent.ts'
import {
  type Settlement,
  settleTransaction,
  settleUncalled,
  settleUnsent,
} from '#use-cases/transactions/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { readTimeLeft } from '#use-cases/transactions/time-left.ts'
import type { TransactionInput } from '#workflows/contract.ts'
import type { Early, Expiry, Settled, Undecided } from '#workflows/contract/results.ts'
import type { ActivityDependencies } from './dependencies.ts'
import type { Operator, OrderState, RequestAnswer } from '#activities/operators/operator.ts'
import { endResent, orderOf, sendClaimed } from './request-payment.ts'
import { settled } from './settled.ts'

/**
 * Reads the payment's status at the operator, which counts whatever a callback said, and settles the payment if it is
 * final.
 */
export async function checkPayment(
  dependencies: ActivityDependencies,
  { transactionId }: TransactionInput,
  known?: TransactionRecord,
): Promise<Settled | Undecided> {
  const transaction = known ?? (await readTransaction(dependencies.database, transactionId))
  if (isFinal(transaction.status)) return settled(transaction.status, transaction)
  const operator = dependencies.operatorOf(transaction)
  const payment = await operator.read(orderOf(transaction))
  if (payment.state === 'decided') return settleDecided(dependencies, transaction, payment)
  // It never arrived. If the operator treats one id as one request, sending it again cannot debit twice.
  const isMissing = payment.state === 'not_found' && operator.isIdempotent
  const maySend = isMissing && (await maySendAgain(dependencies.database, transaction.id))
  if (maySend) return sendAgain(dependencies, transaction, operator)
  return sendReleased(dependencies, transaction, payment)
}

const undecided: Undecided = { state: 'undecided' }

/**
 * Sends a payment that turned out never to have left: its sender gave it back only after another worker had begun to
 * follow it. A payout is given up after its time, as if it had never been claimed.
 */
async function sendReleased(
  dependencies: ActivityDependencies,
  transaction: TransactionRecord,
  found: OrderState,
): Promise<Settled | Undecided> {
  const { id: transactionId } = transaction
  const claim = await claimReleased(dependencies.database, transactionId)
  if (claim === undefined) return undecided
  const sent = await sendClaimed(dependencies, transaction, { ...claim, found })
  if (sent.state === 'settled') return sent
  if (sent.state !== 'unavailable') return sentAgain(sent)
  if (transaction.type !== 'payout') return undecided
  const { leftMs } = await readTimeLeft(dependencies.database, transactionId)
  return leftMs > 0 ? undecided : giveUpPayout(dependencies, { transactionId })
}

async function sendAgain(
  dependencies: ActivityDependencies,
  transaction: TransactionRecord,
  operator: Operator,
): Promise<Settled | Undecided> {
  const answer = await operator.request(orderOf(transaction))
  if (answer.state === 'refused')
    return (await endResent(dependencies, transaction, answer.failureCode)) ?? undecided
  if (answer.state === 'taken') {
    await confirmRequest(dependencies.database, transaction.id, answer.providerReference)
  }
  return sentAgain(answer)
}

/** A request counts as sent again only if the operator took it, or may have taken it. */
export function sentAgain({ state }: Pick<RequestAnswer, 'state'>): Undecided {
  return state === 'taken' || state === 'unknown' ? { ...undecided, isSentAgain: true } : undecided
}

/** Clocks differ by less: the run's timer has rung, and the books are a moment behind. */
const earlyMs = 1000

/**
 * Ends a payment whose time is up. One that was ever sent is watched afterwards even if the operator does not find
 * it: requests may arrive late, and an operator may not yet show what it has accepted. If the caller can wait, nothing
 * ends while the time is not up by the clock of the books, or while an operator that may have it cannot be asked.
 */
export async function expirePayment(
  dependencies: ActivityDependencies,
  { transactionId, isByBooks, isPatient }: TransactionInput & Expiry & Patience,
  known?: TransactionRecord,
): Promise<Settled | Early | Unreachable> {
  const transaction = known ?? (await readTransaction(dependencies.database, transactionId))
  if (isFinal(transaction.status)) return settled(transaction.status, transaction)
  const { leftMs, wholeMs, wasSent } = await readTimeLeft(dependencies.database, transactionId)
  if (isByBooks === true && leftMs > earlyMs) return { state: 'early', leftMs }
  const payment = await dependencies.operatorOf(transaction).read(orderOf(transaction))
  if (payment.state === 'decided') return settlePaid(dependencies, transaction, payment)
  if (wasSent && mayKnow(payment, isPatient)) return { state: 'unreachable', wholeMs }
  const outcome = { status: 'expired', failureCode: 'expired', providerReference: null } as const
  return settle(dependencies, transaction, { outcome, isWatched: true })
}

/** An operator that could not be asked may know of an end, and can be asked again. */
function mayKnow({ state }: OrderState, isPatient = (): boolean => false): boolean {
  return state === 'unreachable' && isPatient()
}

interface Patience {
  /** True if the operator can be asked again later. */
  readonly isPatient?: () => boolean
}

interface Unreachable {
  readonly state: 'unreachable'
  /** The payment's whole time. */
  readonly wholeMs: number
}

/**
 * The pauses between the last looks, while a live operator that may have the payment cannot be asked, as parts of the
 * payment's whole time: a quarter of it in all, 15 seconds to 2 minutes of fifteen minutes.
 */
const lastPauses = [1 / 60, 1 / 30, 1 / 15, 2 / 15]
/** However long the payment's time. */
const lastPauseMaxMs = 300_000

/**
 * After an outage many payments are over at once, and an operator that cannot be asked at that moment may know that
 * some were paid. Temporal repeats the look, which takes neither a slot nor history; after some minutes the payment
 * expires, and is watched.
 */
export function orLookAgain<Input, Output extends { readonly state: string }>(
  step: (input: Input & Patience) => Promise<Output | Unreachable>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    const end = await step({ ...input, isPatient: () => lastPause() !== undefined })
    if (!isUnreachable(end)) return end
    const pause = lastPause()
    Context.current().heartbeat(looksMade() + 1)
    throw ApplicationFailure.create({
      message: operatorUnreachable,
      type: operatorUnreachable,
      nextRetryDelay: Math.ceil(Math.min((pause ?? 0) * end.wholeMs, lastPauseMaxMs)),
      category: ApplicationFailureCategory.BENIGN,
    })
  }
}

/** However often we fail ourselves, a payment ends. */
const attemptsMax = 100

/** The pause after this look; undefined if it is the last. A local activity, at our own sandbox, looks once. */
function lastPause(): number | undefined {
  const { attempt, isLocal } = activityInfo()
  return isLocal || attempt > attemptsMax ? undefined : lastPauses[looksMade()]
}

/** How often its operator could not be asked; attempts that failed on our side do not count. */
function looksMade(): number {
  const told: unknown = activityInfo().heartbeatDetails
  return typeof told === 'number' ? told : 0
}

const operatorUnreachable = 'operator_unreachable'

function isUnreachable(end: { readonly state: string }): end is Unreachable {
  return end.state === 'unreachable'
}

type Decided = Extract<OrderState, { state: 'decided' }>

/**
 * Records how its operator says it ended. If the operator has called back since it was asked, that may not be its last word:
 * a payout, and a payment that is to succeed, are asked about again.
 */
async function settleDecided(
  dependencies: ActivityDependencies,
  before: TransactionRecord,
  decided: Decided,
): Promise<Settled | Undecided> {
  const isPayout = before.type === 'payout'
  const outcome = isPayout ? payoutOutcome(decided.outcome) : decided.outcome
  const isFirm = isPayout || (outcome.status === 'succeeded' && decided.isTentative !== true)
  if (!isFirm) return settlePaid(dependencies, before, decided)
  const { database, outbox } = dependencies
  const heard = before.callbacks ?? 0
  const status =
    (await settleUncalled(database, outbox, { before, outcome, heard })) ??
    (await readTransaction(database, before.id)).status
  return isFinal(status) ? settled(status, outcome) : undecided
}

/** A payment by a payer that fails, or whose time is up, ends all the same, and is watched. */
function settlePaid(
  dependencies: ActivityDependencies,
  before: TransactionRecord,
  { outcome, isTentative = false }: Decided,
): Promise<Settled> {
  const heard = before.callbacks ?? 0
  return settle(dependencies, before, { outcome, isWatched: isTentative, heard })
}

async function settle(
  { database, outbox }: ActivityDependencies,
  before: TransactionRecord,
  end: Pick<Settlement, 'outcome' | 'isWatched' | 'heard'>,
): Promise<Settled> {
  const settlement = { ...end, before, transactionId: before.id }
  return settled(await settleTransaction(database, outbox, settlement), end.outcome)
}

/**
 * Fails a payout that was never sent. The statement that fails it checks this, so a slow worker changes nothing if
 * another has sent the payout meanwhile. A payout that was sent, or may have been before a restore of the database, is
 * followed instead.
 */
export async function giveUpPayout(
  { database, outbox }: ActivityDependencies,
  { transactionId }: TransactionInput,
): Promise<Settled | Undecided> {
  const outcome = {
    status: 'failed',
    failureCode: 'operator_unavailable',
    providerReference: null,
  } as const
  const status = await settleUnsent(database, outbox, { transactionId, outcome })
  if (status !== undefined) return settled(status, outcome)
  await countIfMayBeKnown(database, transactionId)
  return undecided
}
