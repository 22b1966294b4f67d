import { randomUUID } from 'node:crypto'
import { checkLateAnswer } from '#activities/check-late-answer.ts'
import { checkPayment, expirePayment } from '#activities/check-payment.ts'
import { requestPayment } from '#activities/request-payment.ts'
import type { OperatorRequestId, TransactionId } from '#domain/ids.ts'
import { collectionMoves, type Outcome } from '#domain/transactions/transaction.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import { type Decision, decisions, type ReadWord, type RequestWord } from './operator.ts'
import { next, type Place, type Step, type View, view } from './world.ts'

/** A payment or payout as a history knows it. */
export interface Subject {
  readonly id: TransactionId
  readonly requestId: OperatorRequestId
}

/** Where a claim to send leaves the request, by what became of it. */
export const sentBy: Readonly<Record<RequestWord, string>> = {
  taken: 'taken',
  answer_lost: 'sent',
  lost: 'sent',
  unavailable: 'unsent',
  refused: 'sent',
}

/** What the run of a payment does at the operator, and what a model expects of it. */
export const operatorSteps = {
  ask: (place: Place, { id: transactionId }: Subject, { say }: Step) =>
    requestPayment(place.worker(say as RequestWord, 'true'), { transactionId }),
  check: (place: Place, { id: transactionId }: Subject, { say }: Step) =>
    checkPayment(place.worker('taken', say as ReadWord), { transactionId }),
  expire: (place: Place, { id: transactionId }: Subject, { say }: Step) =>
    expirePayment(place.worker('taken', say as ReadWord), { transactionId }),
  look_late: (place: Place, { id: transactionId }: Subject, { say }: Step) => {
    // After a day it says what it knows.
    const isLast = say === 'last'
    const worker = place.worker('taken', isLast ? 'true' : (say as ReadWord))
    return checkLateAnswer(worker, { transactionId, isLast })
  },
  call_back: (place: Place, { requestId }: Subject) =>
    operatorAnswered(place.database, place.outbox, requestId),
  decide: (place: Place, { requestId }: Subject, { say }: Step) => {
    place.operator.decide(requestId, say as Decision)
    return Promise.resolve()
  },
}

/** What asking changes: `failed` is where a refusal leads. */
export function expectAsk(before: View, say: RequestWord, failed: string): View {
  if (before['payment'] !== 'pending' || before['sent'] !== 'unsent') return {}
  return view({ sent: sentBy[say], payment: say === 'refused' ? failed : undefined })
}

/** Who is called back about has asked, whatever the books say: from now on it is looked for, and not sent. */
export function expectCallback({ payment, sent }: View): View {
  return payment === 'pending' && sent === 'unsent' ? { sent: 'sent', left: 'yes' } : {}
}

/** What a look tells of a pending payment: its end, or that it was sent again. */
export function expectLook(
  place: Place,
  { requestId }: Subject,
  {
    before,
    say,
    isMoneyOut = false,
  }: { readonly before: View; readonly say: ReadWord; readonly isMoneyOut?: boolean },
): { readonly outcome?: Outcome; readonly resent?: View } {
  if (before['payment'] !== 'pending') return {}
  const told = place.operator.tells(requestId, say)
  if (told.state === 'decided') return { outcome: told.outcome }
  if (told.state !== 'not_found' || !mayResend(place, before)) return {}
  if (!place.operator.hasRefused(requestId)) return { resent: { sent: 'taken' } }
  return isMoneyOut ? {} : { outcome: refusedAgain }
}

const mayResend = (place: Place, before: View): boolean =>
  place.operator.isIdempotent && before['sent'] !== 'unsent'

/** One that was given back is sent by the look; one that never left according to the books counts as sent. */
export function released({ payment, sent, left }: View): View {
  if (payment !== 'pending' || sent !== 'unsent') return {}
  return { sent: left === 'yes' ? 'taken' : 'sent' }
}

/** Refused for good by now: the run that was told so has died. Of money out that is not the last word. */
const refusedAgain = decisions.declined

const causes = {
  failed: 'decline',
  expired: 'not_confirm',
  cancelled: 'cancel',
  succeeded: 'pay',
} as const

/** What the end of a collection changes, funds included. */
export function expectEnd(place: Place, before: View, outcome: Outcome): View {
  const { status } = outcome
  const payment = next(collectionMoves, before['payment'], causes[status])
  if (status !== 'succeeded') return view({ payment })
  const { funds = 'available' } = outcome
  return view({ payment, funds: funds === 'available' && place.isDelayed ? 'pending' : funds })
}

/** How a payment stands, with the watch over it; refunds and others are added by their worlds. */
export async function lookAt(place: Place, { id }: Subject): Promise<View> {
  const [row] = await place.rows<Record<string, string | null>>(
    `select t.status as payment, t.operator_state as sent,
       case when t.operator_sent_at is not null then 'yes' end as left, t.funds_status as funds,
       case when t.late_outcome_at is not null then 'yes' end as late,
       (select case when w.closed_at is null then 'open' else 'closed' end from late_watch w
        where w.transaction_id = t.id and w.refund_id is null) as watch,
       (select min(n.kind) from staff_notice n where n.transaction_id = t.id and n.refund_id is null) as told
     from transaction t where t.id = $1`,
    id,
  )
  return view(row ?? {})
}

/** A fresh id, for an order that may be repeated. */
export function orderId<Id extends string>(): Id {
  return randomUUID() as Id
}
