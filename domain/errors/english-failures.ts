import type { failureCodes } from './failure-codes.ts'

/** Why a transaction failed or expired, in English. */
export const englishFailures: Readonly<Record<keyof typeof failureCodes, string>> = {
  insufficient_funds: 'The payer’s account holds too little.',
  payer_rejected: 'The payer refused the request.',
  approval_timeout: 'The payer did not approve the request in time.',
  expired: 'The request expired without an answer.',
  payer_not_found: 'The payer’s number has no account at this operator.',
  payer_limit_reached: 'The payer’s account has reached its limit.',
  payer_account_blocked: 'The payer’s account is blocked, or does not allow this payment.',
  amount_out_of_bounds: 'The amount is outside the operator’s limits.',
  card_declined: 'The bank declined the card.',
  expired_card: 'The card has expired.',
  lost_card: 'The bank declined the card, which may no longer be used.',
  authentication_failed: 'The card’s holder did not authenticate at the bank.',
  recipient_cannot_receive: 'The recipient cannot receive this payment.',
  recipient_rejected: 'The operator refused the recipient.',
  operator_float_empty:
    'The operator cannot make this payout now. Amount and fees are back on your balance.',
  operator_error: 'The operator met an error. Nothing was debited.',
  operator_unavailable: 'The operator stayed away.',
  not_executed: 'The operator did not execute the operation. Nothing has left.',
  bank_rejected: 'The bank refused the transfer. Amount and fees are back on your balance.',
  cancelled: 'The operation was cancelled.',
}
