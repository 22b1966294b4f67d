import type { MoneyOrder, OrderState, RequestAnswer } from '#activities/operators/operator.ts'
import type { failureCodes } from '#domain/errors/failure-codes.ts'
import type { SoapAnswer } from './soap.ts'

/** What an answer means for its order. An answer with another order's id is about something else. */
export function answerOf(answer: SoapAnswer, order: MoneyOrder): RequestAnswer {
  const { reference } = answer
  if (isOfAnother(answer, order)) return { state: 'unknown' }
  const verdict = verdictOf(answer)
  const state = answerStates[verdict.is]
  if (state === 'refused') return { state, failureCode: failureCodeOf(verdict, order) }
  if (state === 'taken' && reference !== null) return { state, providerReference: reference }
  return { state }
}

/** True if it names another order. */
export function isOfAnother({ transactionId }: SoapAnswer, { requestId }: MoneyOrder): boolean {
  return transactionId !== null && transactionId !== requestId
}

/**
 * An order that failed with an error, or that the payer did not confirm, is checked by status: this answer does not
 * decide its outcome.
 */
const answerStates: Readonly<Record<MoovVerdict['is'], RequestAnswer['state']>> = {
  succeeded: 'taken',
  pending: 'taken',
  refused: 'refused',
  not_allowed: 'refused',
  wrong_credentials: 'unavailable',
  not_confirmed: 'unknown',
  broken: 'unknown',
  silent: 'unknown',
  unseen: 'taken',
}

/** The state of an order from an answer to a status check; an answer with another reference is about another order. */
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

/** Codes about the status check itself are missing here: they say nothing about the order. */
const readings: Partial<Readonly<Record<MoovVerdict['is'], (reading: Reading) => OrderState>>> = {
  succeeded: ({ reference, order }) => ({
    state: 'decided',
    outcome: { status: 'succeeded', providerReference: reference ?? order.requestId },
  }),
  refused: failed,
  broken: failed,
  pending: () => ({ state: 'pending' }),
  unseen: () => ({ state: 'pending', isUnseen: true }),
  not_confirmed: notConfirmed,
}

function failed({ verdict, order, reference }: Reading): OrderState {
  const failureCode = failureCodeOf(verdict, order)
  return {
    state: 'decided',
    outcome: { status: 'failed', failureCode, providerReference: reference },
  }
}

/**
 * Nobody confirms a transfer. For a collection this outcome may still turn out to be wrong, so the order is watched.
 */
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

type FailureCode = keyof typeof failureCodes

/** What one of Moov's statuses says about an order. */
type MoovVerdict =
  | { readonly is: 'succeeded' | 'pending' }
  /** Ended without moving money; with our code for when a payer is debited, and for when somebody is paid. */
  | { readonly is: 'refused'; readonly collection: FailureCode; readonly payout: FailureCode }
  /** The call itself was refused: an order in it was not accepted, a status check not answered. */
  | { readonly is: 'not_allowed' | 'wrong_credentials' }
  /** The payer did not confirm, or the request to them failed: Moov does not say which. */
  | { readonly is: 'not_confirmed' }
  /** An error at Moov: in a status check the end of the order, but in the answer to the order nothing certain. */
  | { readonly is: 'broken' }
  /** It says nothing about the order. */
  | { readonly is: 'silent' }
  /** Not found by the reference that was asked about. */
  | { readonly is: 'unseen' }

const refused = (collection: FailureCode, payout: FailureCode = collection): MoovVerdict => ({
  is: 'refused',
  collection,
  payout,
})
const limitReached = refused('payer_limit_reached', 'operator_error')
const outOfBounds = refused('amount_out_of_bounds')

/** By status code; docs/operators.md shows this table. */
export const moovStatuses: Readonly<Record<string, MoovVerdict>> = {
  '0': { is: 'succeeded' },
  '100': { is: 'pending' },
  '1': { is: 'not_allowed' },
  '2': { is: 'not_allowed' },
  '3': refused('payer_not_found', 'recipient_cannot_receive'),
  '4': { is: 'not_allowed' },
  '6': refused('operator_error', 'recipient_cannot_receive'),
  '7': refused('payer_account_blocked', 'recipient_cannot_receive'),
  '8': refused('insufficient_funds', 'operator_float_empty'),
  '9': refused('payer_account_blocked', 'recipient_cannot_receive'),
  '10': refused('insufficient_funds', 'operator_float_empty'),
  '11': outOfBounds,
  '12': outOfBounds,
  '13': limitReached,
  '14': limitReached,
  '15': limitReached,
  '16': limitReached,
  '17': refused('amount_out_of_bounds', 'recipient_cannot_receive'),
  '18': refused('operator_error', 'recipient_cannot_receive'),
  '19': limitReached,
  '20': limitReached,
  '91': { is: 'not_allowed' },
  '92': { is: 'not_confirmed' },
  // Moov does not find the order. It looks orders up by its own reference, which we may not have, so this proves
  // nothing.
  '94': { is: 'unseen' },
  '95': { is: 'broken' },
  '98': { is: 'wrong_credentials' },
  '99': { is: 'silent' },
  '-1': { is: 'silent' },
  '555': refused('payer_not_found', 'recipient_cannot_receive'),
}
