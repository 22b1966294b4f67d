import type { failureCodes } from './failure-codes.ts'

/** Why a transaction failed or expired, and what to do next, in English. */
export const englishFailures: typeof failureCodes = {
  insufficient_funds: {
    message: 'The payer’s account does not have enough money.',
    remedy: 'Ask the payer to top up their account or to use another one.',
  },
  payer_rejected: {
    message: 'The payer declined the request.',
    remedy: 'Offer another way to pay, or send a new request.',
  },
  approval_timeout: {
    message: 'The payer did not approve the request in time.',
    remedy: 'Send a new request and ask the payer to approve it right away.',
  },
  expired: {
    message: 'The request expired without an answer.',
    remedy: 'Send a new request.',
  },
  payer_not_found: {
    message: 'The payer’s number has no account with this operator.',
    remedy: 'Check the number and the operator.',
  },
  payer_limit_reached: {
    message: 'The payer’s account has reached its limit.',
    remedy: 'Lower the amount, or try again another day.',
  },
  payer_account_blocked: {
    message: 'The payer’s account is blocked, or does not allow this payment.',
    remedy: 'Ask the payer to contact their operator.',
  },
  amount_out_of_bounds: {
    message: 'The amount is outside the operator’s limits.',
    remedy: 'Choose an amount within the operator’s limits.',
  },
  card_declined: {
    message: 'The bank declined the card.',
    remedy: 'Ask the payer to use another card.',
  },
  expired_card: {
    message: 'The card has expired.',
    remedy: 'Ask the payer to use another card.',
  },
  lost_card: {
    message: 'The bank declined the card, which may no longer be used.',
    remedy: 'Ask the payer to use another card and to contact their bank.',
  },
  authentication_failed: {
    message: 'The cardholder did not authenticate with their bank.',
    remedy: 'Let the payer try again, or offer another way to pay.',
  },
  recipient_cannot_receive: {
    message: 'The recipient cannot receive this payment.',
    remedy: 'Check the recipient’s account with their operator.',
  },
  recipient_rejected: {
    message: 'The operator rejected the recipient.',
    remedy: 'Check the recipient’s account with their operator.',
  },
  operator_float_empty: {
    message:
      'The operator cannot make this payout right now. The amount and fees are back in your balance.',
    remedy: 'Try again later.',
  },
  operator_error: {
    message: 'The operator ran into an error. Nothing was debited.',
    remedy: 'Try again later.',
  },
  operator_unavailable: {
    message: 'The operator did not respond.',
    remedy: 'Try again later.',
  },
  not_executed: {
    message: 'The operator did not carry out the operation. No money was sent.',
    remedy: 'Check the recipient’s account, then send a new request.',
  },
  bank_rejected: {
    message: 'The bank rejected the transfer. The amount and fees are back in your balance.',
    remedy: 'Check the bank account in the portal.',
  },
  already_refunded: {
    message:
      'The payer already has this money: a refund that we had reported as not paid has reached them.',
    remedy: 'Do not send this request again.',
  },
  cancelled: {
    message: 'The operation was cancelled.',
    remedy: 'Send a new request if you need to.',
  },
}
