import type { failureCodes } from '#domain/errors/failure-codes.ts'

type FailureCode = keyof typeof failureCodes

/** What a status of Moov's says of an order. */
export type MoovVerdict =
  | { readonly is: 'succeeded' | 'pending' }
  /** Ended without money moved; our code when a payer is debited, and when somebody is paid. */
  | { readonly is: 'refused'; readonly collection: FailureCode; readonly payout: FailureCode }
  /** The call itself was refused, whatever it asked: an order in it was not taken, a question not answered. */
  | { readonly is: 'not_allowed' | 'wrong_credentials' }
  /** The payer did not confirm, or the question to them broke: which of the two it does not say. */
  | { readonly is: 'not_confirmed' }
  /** An error on its side: the end of the order as an answer to a question, nothing certain as an answer to the order. */
  | { readonly is: 'broken' }
  /** Nothing that can be told of the order. */
  | { readonly is: 'silent' }

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
  // It does not find the order. It finds orders by its own reference, which we may not have: no proof that it has none.
  '94': { is: 'pending' },
  '95': { is: 'broken' },
  '98': { is: 'wrong_credentials' },
  '99': { is: 'silent' },
  '-1': { is: 'silent' },
  '555': refused('payer_not_found', 'recipient_cannot_receive'),
}
