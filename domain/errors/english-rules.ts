import type { conflictErrors } from './conflicts.ts'
import type { EnglishHelp } from './entry.ts'
import type { peopleErrors } from './people.ts'
import type { ruleErrors } from './rules.ts'

const readIt = 'Read the transaction to learn where it stands.'
const newCode = 'Ask the merchant for a new code.'

/** For conflicts with the present state. */
export const conflictHelp: EnglishHelp<typeof conflictErrors> = {
  duplicate_reference: [
    'A transaction of the same mode has this reference already.',
    'Read the transaction of details.transaction_id before you make a second payment.',
  ],
  quote_already_used: [
    'A quote is good for one transaction.',
    'Read the transaction of details.transaction_id, or ask for a new quote.',
  ],
  quote_expired: [
    'A quote is valid until its expires_at.',
    'Ask for a new quote and show its price to the payer.',
  ],
  payout_file_repeated: [
    'Another file, or another payout, has the same reference or the same payment.',
    'Upload the file again: the repeated lines are shown.',
  ],
  standing_orders_too_many: [
    'A service has twenty standing orders at most.',
    'End one that is not needed any more, or pay by file.',
  ],
  idempotency_conflict: [
    'The same Idempotency-Key came with another body.',
    'Use a new value for a new operation.',
  ],
  request_in_progress: [
    'The first request has had no answer yet.',
    'Send the same request again after Retry-After.',
  ],
  cannot_cancel: [
    'The transfer is no longer to be processed, or the transaction is no bank transfer.',
    readIt,
  ],
  cannot_simulate: [
    'It is decided already, is not with the sandbox operator yet, or its kind has no such end: a payout does not expire.',
    'Read the transaction. Where it was just asked for, try again in a second.',
  ],
  checkout_not_cancellable: [
    'A payment is under way or has succeeded.',
    'Read the QR code to learn where it stands.',
  ],
  link_word_taken: [
    'Another payment link has this word, for good.',
    'Choose another word, with the name of your shop for example.',
  ],
  payment_link_already_paid: [
    'The payment of this QR code or link has succeeded.',
    'Do not pay a second time.',
  ],
  payment_link_in_progress: [
    'One payment is dealt with at a time.',
    'Wait for the end of that payment.',
  ],
  payment_link_expired: ['Its time is over.', newCode],
  payment_link_cancelled: ['The merchant has cancelled the request.', newCode],
  webhook_limit_reached: [
    'The service has 5 webhooks in this mode, disabled ones included.',
    'Delete a webhook before you add one.',
  ],
  webhook_disabled: ['The act needs an enabled webhook.', 'Enable the webhook, then try again.'],
  delivery_not_retryable: [
    'It was received, is being sent, or its webhook was deleted.',
    'Retry a delivery that failed or was abandoned.',
  ],
  replay_in_progress: [
    'A service has one replay at a time in each mode.',
    'Wait for its end, or stop it.',
  ],
  nothing_to_replay: [
    'All was received, or the webhooks are disabled or deleted.',
    'Choose an earlier date, or enable the webhook.',
  ],
  terminal_disabled: [
    'The act needs an active terminal.',
    'Enable the terminal first, with the secret key.',
  ],
  cash_session_open: [
    'A terminal has one open session at a time.',
    'Close the session of details.cash_session_id, then open the next.',
  ],
  cash_session_closed: [
    'It was closed before, for good.',
    'Read the session for its totals and its statement.',
  ],
  refund_not_allowed: ['The payment has not succeeded, or was refunded.', readIt],
  authorized_account_exists: [
    'The same number or bank account is waiting or active already.',
    'Use the account that is there, or revoke it first.',
  ],
  approval_required: [
    'The amount is more than one person may send.',
    'Ask another member of the team to approve it.',
  ],
  live_mode_not_open: [
    'The merchant has signed up, and its legal identity is not accepted yet: only the sandbox serves.',
    'Ask in the portal for the live mode to be opened, and use the sandbox until then.',
  ],
  terms_change_waits: [
    'One sheet of terms waits at a time, for each service and mode.',
    'Approve, refuse or withdraw the one that waits.',
  ],
  approval_by_another: [
    'Whoever approves is who deals with the transfer.',
    'Ask another member of the team to approve it.',
  ],
  case_taken: [
    'Another member of the team took it in the meantime.',
    'Ask that person, or take it over.',
  ],
  second_approver_required: [
    'The amount needs two approvals, and you gave the first.',
    'Ask another member of the team to approve it.',
  ],
  action_not_allowed: [
    'The state has changed meanwhile, or does not allow the act.',
    'Read it again, then decide anew.',
  ],
  second_entry_required: [
    'A rate that changes much is entered by two people, neither copying the other.',
    'Ask another supervisor to enter the same rate, for the same date.',
  ],
  exchange_rate_exists: [
    'A currency has one rate for a moment, and a rate that was entered does not change.',
    'Choose another date, or enter the new rate without one.',
  ],
}

/** For the rules of payments. */
export const ruleHelp: EnglishHelp<typeof ruleErrors> = {
  quote_mismatch: [
    'Amount, currency, operator, method, number or kind of key are not those of the quote.',
    'Send what was priced, or ask for a new quote.',
  ],
  currency_not_supported: [
    'The currency is neither the operator’s nor the service’s.',
    'Use the currency of the operator or of the service.',
  ],
  amount_too_small: [
    'The amount leaves nothing to the merchant, or is below the operator’s least.',
    'Ask for more.',
  ],
  amount_out_of_bounds: [
    'The amount is below the operator’s least or above its most.',
    'Choose an amount within the limits of GET /v2/payment-methods.',
  ],
  invalid_link_word: [
    'The word is too short, too long, has another sign, or is reserved.',
    'Choose a word that says what is paid, such as tasting-basket.',
  ],
  payment_link_amount_fixed: [
    'The amount is not the price of the link, or the price has changed since.',
    'Read the link again, and send no amount or this price.',
  ],
  provider_unavailable: [
    'The operator is closed, or not open for your service.',
    'Choose another operator, or try again later.',
  ],
  provider_not_detected: [
    'The field provider is "auto" and the number belongs to no open operator.',
    'Name the operator in provider.',
  ],
  payment_method_unavailable: ['The payment method is not open.', 'See GET /v2/payment-methods.'],
  exchange_rate_unavailable: [
    'The rate is missing or out of date.',
    'Use another currency, or try again later.',
  ],
  recipient_not_authorized: [
    'The number or account is no active authorized account of the service.',
    'Add the account in the portal and wait until it is active.',
  ],
  insufficient_balance: [
    'Amount and fees are more than the available balance.',
    'Send less, or wait until funds are available.',
  ],
  payout_amount_too_small: ['The amount is below the least of a payout.', 'Send more.'],
  payout_amount_too_large: [
    'The amount is above the most of a payout.',
    'Send less, or several payouts.',
  ],
  payouts_temporarily_unavailable: [
    'Payouts are suspended for this operator or for the service.',
    'Try again later.',
  ],
  bank_account_ambiguous: [
    'The service has several authorized accounts at this bank.',
    'Send bank_account_id.',
  ],
  refund_amount_too_large: ['Refunds would be more than what was paid.', 'Refund less.'],
}

/** For people with an account. */
export const peopleHelp: EnglishHelp<typeof peopleErrors> = {
  session_required: ['Nobody is logged in, or no longer.', 'Log in, then try again.'],
  invalid_credentials: [
    'There is no such account, it is disabled, or the password is wrong.',
    'Check what you typed, or ask an administrator for a new invitation.',
  ],
  invalid_passkey: [
    'The answer was used, is too old, is of another site or person, or the device did not verify who gives it.',
    'Try again with the device of this account, or give a one-time code.',
  ],
  invalid_one_time_code: [
    'The code is wrong, too old, or was taken once already.',
    'Wait for the next code of your application, or use a recovery code.',
  ],
  invalid_invitation: [
    'The code was used, was replaced, or is older than 72 hours.',
    'Ask an administrator for a new invitation.',
  ],
  invalid_password_code: [
    'The code was used, is older than 30 minutes, or the password has changed since.',
    'Check the code and the e-mail address, or ask for another code.',
  ],
  invalid_sign_up_code: [
    'The code was used, is older than 24 hours, or belongs to another address.',
    'Check the code and the e-mail address, or sign up again.',
  ],
  wrong_password: [
    'The password that confirms the act is not that of the account.',
    'Check what you typed and try again.',
  ],
  too_many_attempts: [
    'Five attempts failed within a quarter of an hour, or too many from one network address.',
    'Wait as long as Retry-After says.',
  ],
  invalid_password: [
    'The password is too short, repeats itself, or is taken from the e-mail address.',
    'Choose a sentence, for example.',
  ],
  email_taken: ['An e-mail address has one account.', 'Use another address.'],
  last_administrator: [
    'Nobody would be left to manage accounts.',
    'Name another administrator first.',
  ],
  second_factor_required: [
    'The team works with a second factor here, and this account has none.',
    'Set up one-time codes in your account, then try again.',
  ],
  account_too_fresh: [
    'The account was made or restored, or its role changed, less than 24 hours ago.',
    'Ask another member of the team, or wait.',
  ],
  second_person_needed: [
    'The request is your own, or concerns your own account.',
    'Ask another administrator.',
  ],
  account_change_not_found: [
    'The id is that of no request to change an account.',
    'Check the id in the list of requests.',
  ],
  account_change_over: [
    'It was approved, refused or withdrawn, or is older than 72 hours.',
    'Read the request, and make another if need be.',
  ],
  user_not_found: ['The id is that of nobody here.', 'Check the id in the list of users.'],
}
