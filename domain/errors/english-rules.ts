import type { conflictErrors } from './conflicts.ts'
import type { EnglishHelp } from './entry.ts'
import type { peopleErrors } from './people.ts'
import type { ruleErrors } from './rules.ts'

const readIt = 'Read the transaction to see its status.'
const newCode = 'Ask the merchant for a new code.'

/** For conflicts with the present state. */
export const conflictHelp: EnglishHelp<typeof conflictErrors> = {
  duplicate_reference: [
    'A transaction in the same mode already has this reference.',
    'Read the transaction in details.transaction_id before you create a second payment.',
  ],
  quote_already_used: [
    'A quote can be used for one transaction only.',
    'Read the transaction in details.transaction_id, or request a new quote.',
  ],
  quote_expired: [
    'A quote is valid until its expires_at.',
    'Request a new quote and show its price to the payer.',
  ],
  payout_file_repeated: [
    'Another file, or another payout, has the same reference or makes the same payment.',
    'Upload the file again: the duplicate lines are marked.',
  ],
  idempotency_conflict: [
    'The same Idempotency-Key was sent with a different body: that of another operation, or of the same one, changed between two sends.',
    'To repeat a request, send exactly the same body: with a new value the customer could pay twice. For another operation, use a new value.',
  ],
  request_in_progress: [
    'The first request has not been answered yet.',
    'Send the same request again once the time in Retry-After has passed.',
  ],
  cannot_cancel: [
    'The transfer is already being processed, may have been made already, or the transaction is not a bank transfer.',
    readIt,
  ],
  cannot_simulate: [
    'It is already decided, has not reached the sandbox operator yet, or cannot end that way: a payout does not expire.',
    'Read the transaction. If you have only just requested it, try again in a second.',
  ],
  checkout_not_cancellable: [
    'A payment is in progress or has succeeded.',
    'Read the QR code to see its status.',
  ],
  link_word_taken: [
    'Another payment link has this word, and keeps it for good.',
    'Choose another word, for example one with the name of your shop.',
  ],
  payment_link_already_paid: [
    'The payment of this QR code or link has succeeded.',
    'Do not pay a second time.',
  ],
  payment_link_in_progress: [
    'Only one payment is processed at a time.',
    'Wait until that payment ends.',
  ],
  payment_link_expired: ['Its validity period is over.', newCode],
  payment_link_cancelled: ['The merchant has cancelled the request.', newCode],
  webhook_limit_reached: [
    'The service already has 5 webhooks in this mode, including disabled ones.',
    'Delete a webhook before you add one.',
  ],
  webhook_listener_limit_reached: [
    'The service already has 20 listeners. One that does nothing for 30 days is forgotten.',
    'Use the label of a listener that exists: payments listen --label NAME.',
  ],
  webhook_disabled: [
    'This action needs an enabled webhook.',
    'Enable the webhook, then try again.',
  ],
  delivery_not_retryable: [
    'It has been received, is being sent, or its webhook was deleted.',
    'Retry a delivery that failed or was abandoned.',
  ],
  replay_in_progress: [
    'A service has one replay at a time in each mode.',
    'Wait until it ends, or stop it.',
  ],
  nothing_to_replay: [
    'Everything was received, or the webhooks are disabled or deleted.',
    'Choose an earlier date, or enable the webhook.',
  ],
  terminal_disabled: [
    'This action needs an active terminal.',
    'Enable the terminal first, with the secret key.',
  ],
  cash_session_open: [
    'A terminal can have only one open session at a time.',
    'Close the session in details.cash_session_id, then open the next one.',
  ],
  cash_session_closed: [
    'It has been closed, and stays closed.',
    'Read the session to get its totals and its report.',
  ],
  refund_not_allowed: ['The payment did not succeed, or has already been refunded.', readIt],
  funds_rule_exists: [
    'A rule that says the same is already in force for this merchant, or for all.',
    'Read the rule in details.funds_rule_id. To change its reason, end it first.',
  ],
  bank_reference_used: [
    'Another transfer was confirmed under this reference: the same order of the bank may be counted twice.',
    'Check the transfers in details.transaction_ids. If one order of the bank really covers several transfers, send the request again with same_reference.',
  ],
  operator_reference_used: [
    'Another order at this operator has this reference: the answer may be about that one.',
    'Check the payments in details.transaction_ids. If the operator’s answer really is about this order too, send the request again with same_reference.',
  ],
  refund_may_have_left: [
    'After a restore of our data we are asking the operator whether this refund had already left.',
    'Try again later. If it is approved, the operator is asked, and the payer is not refunded twice.',
  ],
  changed_meanwhile: [
    'Two people changed the same thing, and the other one saved first.',
    'Read what is stored, then make your change again if you still want it.',
  ],
  authorized_account_exists: [
    'The same number or bank account is already pending or active.',
    'Use the existing account, or revoke it first.',
  ],
  approval_required: [
    'The amount is more than one person may send alone.',
    'Ask another member of the team to approve it.',
  ],
  live_mode_not_open: [
    'The merchant signed up by itself, and its legal identity has not been accepted yet: only the sandbox is available.',
    'Request live mode in the portal, and use the sandbox until then.',
  ],
  terms_change_waits: [
    'Only one change of terms can wait at a time for each service and mode.',
    'Approve, reject or withdraw the one that is waiting.',
  ],
  approval_by_another: [
    'Whoever requested or took the operation may not approve it.',
    'Ask another member of the team to approve it.',
  ],
  case_taken: [
    'Another member of the team has taken it in the meantime.',
    'Talk to that person, or take it over.',
  ],
  second_approver_required: [
    'The amount needs two approvals, and you have already given the first.',
    'Ask another member of the team to approve it.',
  ],
  action_not_allowed: [
    'The state has changed in the meantime, or does not allow this action.',
    'Read the current state, then decide again.',
  ],
  second_entry_required: [
    'A first rate, or one that changes a lot, is entered by two people, without one copying the other.',
    'Ask another supervisor to enter the same rate, for the same date.',
  ],
  exchange_rate_exists: [
    'A currency has only one rate at any moment, and a rate cannot be changed once entered.',
    'Choose another date, or enter the new rate without a date.',
  ],
}

/** For the rules of payments. */
export const ruleHelp: EnglishHelp<typeof ruleErrors> = {
  quote_mismatch: [
    'The amount, currency, operator, payment method, number or kind of key is not the one in the quote.',
    'Send what was quoted, or request a new quote.',
  ],
  currency_not_supported: [
    'The currency is neither the operator’s nor the service’s.',
    'Use the currency of the operator or of the service.',
  ],
  amount_too_small: [
    'The amount leaves nothing for the merchant, or is below the operator’s minimum.',
    'Increase the amount.',
  ],
  amount_out_of_bounds: [
    'The amount is below the operator’s minimum or above its maximum.',
    'Choose an amount within the limits in GET /v2/payment-methods.',
  ],
  invalid_link_word: [
    'The word is too short, too long, reserved, or contains another character.',
    'Choose a word that says what is being paid for, such as tasting-basket.',
  ],
  payment_link_amount_fixed: [
    'The amount you sent is not the price of the link, or the price has changed since.',
    'Read the link again, and send its price or no amount.',
  ],
  provider_unavailable: [
    'The operator is closed, or not enabled for your service.',
    'Choose another operator, or try again later.',
  ],
  provider_not_detected: [
    'The provider field is "auto", and the prefix of the number belongs to no open operator.',
    'Name the operator in provider.',
  ],
  payment_method_unavailable: [
    'The payment method is not enabled.',
    'See GET /v2/payment-methods.',
  ],
  exchange_rate_unavailable: [
    'The rate is missing or out of date.',
    'Use another currency, or try again later.',
  ],
  recipient_not_authorized: [
    'The number or account is not an active authorized account of the service.',
    'Add the account in the portal and wait until it is active.',
  ],
  insufficient_balance: [
    'The amount and fees are more than the available balance.',
    'Reduce the amount, or wait until funds become available.',
  ],
  payout_amount_too_small: ['The amount is below the minimum for payouts.', 'Increase the amount.'],
  payout_amount_too_large: [
    'The amount is above the maximum for payouts.',
    'Reduce the amount, or make several payouts.',
  ],
  payouts_temporarily_unavailable: [
    'Payouts are suspended for this operator or for the service.',
    'Try again later.',
  ],
  bank_account_ambiguous: [
    'The service has several authorized accounts at this bank.',
    'Send bank_account_id.',
  ],
  refund_amount_too_large: [
    'The refunds would add up to more than was paid.',
    'Reduce the amount.',
  ],
  written_off_out_of_range: [
    'The service can bear no more than was contradicted, and no less than what its owner does not have of the payment any more.',
    'Correct written_off, or leave it out.',
  ],
}

/** For people with an account. */
export const peopleHelp: EnglishHelp<typeof peopleErrors> = {
  session_required: ['Nobody is logged in, or the session has ended.', 'Log in, then try again.'],
  invalid_credentials: [
    'The account does not exist or is disabled, or the password is wrong.',
    'Check what you typed, or ask an administrator for a new invitation.',
  ],
  invalid_passkey: [
    'The answer of the device was already used, is too old, comes from another site or person, or the device did not verify its user.',
    'Try again with this account’s device, or enter a one-time code.',
  ],
  invalid_one_time_code: [
    'The code is wrong, too old, or has already been accepted once.',
    'Wait for the next code in your app, or use a recovery code.',
  ],
  invalid_invitation: [
    'The code was already used, was replaced, or is older than 72 hours.',
    'Ask an administrator for a new invitation.',
  ],
  invalid_password_code: [
    'The code was already used or is older than 30 minutes, or the password has changed since.',
    'Check the code and the e-mail address, or request another code.',
  ],
  invalid_sign_up_code: [
    'The code was already used, is older than 24 hours, or belongs to another address.',
    'Check the code and the e-mail address, or sign up again.',
  ],
  wrong_password: [
    'The password that confirms the action is not the account’s.',
    'Check what you typed and try again.',
  ],
  too_many_attempts: [
    'Five attempts failed within 15 minutes, or too many came from the same IP address.',
    'Wait as long as Retry-After says.',
  ],
  invalid_password: [
    'The password is too short, too repetitive, or taken from the e-mail address.',
    'Use a sentence, for example.',
  ],
  email_taken: ['An e-mail address can have only one account.', 'Use another address.'],
  last_administrator: [
    'Nobody would be left to manage accounts.',
    'Appoint another administrator first.',
  ],
  second_factor_required: [
    'The team works with a second factor here, and this account does not have one.',
    'Set up one-time codes in your account, then try again.',
  ],
  account_too_fresh: [
    'The account was created or restored, or its role changed, less than 24 hours ago.',
    'Ask another member of the team, or wait.',
  ],
  second_person_needed: [
    'The request is your own, or is about your own account.',
    'Ask another administrator.',
  ],
  account_change_not_found: [
    'No request to change an account has this id.',
    'Check the id in the list of requests.',
  ],
  account_change_over: [
    'It has been approved, rejected or withdrawn, or is older than 72 hours.',
    'Read the request, and make a new one if necessary.',
  ],
  user_not_found: ['Nobody here has this id.', 'Check the id in the list of users.'],
}
