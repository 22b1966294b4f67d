import type { MoneyOrder, OrderState, RequestAnswer } from '#activities/operators/operator.ts'
import type { SoapAnswer } from './soap.ts'
import { type MoovVerdict, moovStatuses } from './statuses.ts'

/** What an answer to an order makes of it; one that names another order of ours is about something else. */
export function answerOf(answer: SoapAnswer, order: MoneyOrder): RequestAnswer {
  const { transactionId, reference } = answer
  if (transactionId !== null && transactionId !== order.requestId) return { state: 'unknown' }
  const verdict = verdictOf(answer)
  const state = answerStates[verdict.is]
  if (state === 'refused') return { state, failureCode: failureCodeOf(verdict, order) }
  if (state === 'taken' && reference !== null) return { state, providerReference: reference }
  return { state }
}

/** An order that broke, or that the payer did not confirm, is asked about: its end is not told here. */
const answerStates: Readonly<Record<MoovVerdict['is'], RequestAnswer['state']>> = {
  succeeded: 'taken',
  pending: 'taken',
  refused: 'refused',
  not_allowed: 'refused',
  wrong_credentials: 'unavailable',
  not_confirmed: 'unknown',
  broken: 'unknown',
  silent: 'unknown',
}

/** How an order stands by an answer to our question; one under another reference is about another order. */
export function stateOf(answer: SoapAnswer, order: MoneyOrder): OrderState {
  const known = order.providerReference ?? null
  const { reference } = answer
  if (known !== null && reference !== null && reference !== known) return { state: 'unreachable' }
  const verdict = verdictOf(answer)
  const read = readings[verdict.is]
  return read === undefined
    ? { state: 'unreachable' }
    : read({ verdict, order, reference: reference ?? known })
}

interface Reading {
  readonly verdict: MoovVerdict
  readonly order: MoneyOrder
  readonly reference: string | null
}

/** Verdicts about the question itself are not here: they tell nothing of the order. */
const readings: Partial<Readonly<Record<MoovVerdict['is'], (reading: Reading) => OrderState>>> = {
  succeeded: ({ reference, order }) => ({
    state: 'decided',
    outcome: { status: 'succeeded', providerReference: reference ?? order.requestId },
  }),
  refused: failed,
  broken: failed,
  pending: () => ({ state: 'pending' }),
  not_confirmed: notConfirmed,
}

function failed({ verdict, order, reference }: Reading): OrderState {
  const failureCode = failureCodeOf(verdict, order)
  return {
    state: 'decided',
    outcome: { status: 'failed', failureCode, providerReference: reference },
  }
}

/** Nobody confirms a transfer. Of a collection it is an end that may still turn out to be none: it is watched on. */
function notConfirmed({ order, reference }: Reading): OrderState {
  if (order.kind !== 'collection') return { state: 'pending' }
  return {
    state: 'decided',
    isTentative: true,
    outcome: {
      status: 'expired',
      failureCode: 'approval_timeout',
      providerReference: reference,
    },
  }
}

function verdictOf({ status }: SoapAnswer): MoovVerdict {
  const verdict = Object.hasOwn(moovStatuses, status) ? moovStatuses[status] : undefined
  return verdict ?? { is: 'silent' }
}

function failureCodeOf(verdict: MoovVerdict, { kind }: MoneyOrder): string {
  if (verdict.is !== 'refused') return 'operator_error'
  return kind === 'collection' ? verdict.collection : verdict.payout
}
