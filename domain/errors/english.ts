import { cardHelp, fieldHelp, inputHelp } from './english-fields.ts'
import { limitHelp } from './english-limits.ts'
import { notFoundHelp, requestHelp } from './english-requests.ts'
import { conflictHelp, peopleHelp, ruleHelp } from './english-rules.ts'
import type { EnglishHelp } from './entry.ts'
import type { ErrorCode } from './table.ts'

/** Causes and remedies in English, for the errors page. */
export const englishHelp: EnglishHelp<Record<ErrorCode, unknown>> = {
  ...requestHelp,
  ...notFoundHelp,
  ...inputHelp,
  ...fieldHelp,
  ...cardHelp,
  ...conflictHelp,
  ...limitHelp,
  ...ruleHelp,
  ...peopleHelp,
}

/** The English messages, with the same placeholders as the French ones (docs/api.md#errors). */
export const englishMessages: Readonly<Record<ErrorCode, string>> = {
  missing_idempotency_key: 'The Idempotency-Key header is required for this operation.',
  invalid_idempotency_key:
    'The Idempotency-Key header must be 1 to 128 characters long: letters, digits, "-" and "_".',
  idempotency_not_supported:
    'This operation does not accept the Idempotency-Key header: sent twice, it would act twice.',
  invalid_json:
    'The request body is not valid JSON[: {fault_in_words}][ (line {line}, column {column})].',
  invalid_body: 'The request body must be a JSON object.',
  invalid_content_type:
    'The request body must be sent with Content-Type: application/json[: {fault_in_words}].',
  invalid_content_encoding: 'The request body must be sent without compression.',
  invalid_request: 'The request is malformed[: {fault_in_words}].',
  unknown_version: 'The Service-Version header names a version that does not exist.',
  request_too_large: 'The request body is too large[: at most {max_kilobytes} KB].',
  missing_api_key: 'No API key was given[: {header} must be "Bearer" followed by the key].',
  invalid_api_key:
    'The API key is unknown or disabled[: it does not look like a key, and a secret key begins with {sandbox_prefix} or {live_prefix}].',
  secret_key_required: 'This operation needs the secret key.',
  key_not_allowed: 'This kind of key does not allow this operation.',
  operation_not_allowed: 'Your account does not allow this operation.',
  live_mode_required: 'This operation is available in live mode only.',
  sandbox_mode_required: 'This operation is available in sandbox only.',
  method_not_allowed:
    'This HTTP method is not accepted at this address[ in this version: send the header Service-Version: {service_version}][; to list, GET {list_path}].',
  rate_limited: 'Too many requests[ for {limited}]. Try again[ in {retry_after}].',
  sandbox_rate_limited:
    'The sandbox limit on creations has been reached. Try again[ in {retry_after}].',
  not_implemented:
    'This is not available through the API yet[ in this version: send the header Service-Version: {service_version}][: refunds are requested in the portal ({portal_path}), on the page of the payment].',
  internal_error: 'Something went wrong. Send the request again with the same idempotency key.',
  service_unavailable:
    'The service is temporarily unavailable. Send the request again with the same idempotency key.',
  route_not_found:
    'This address does not exist[ in this version: send the header Service-Version: {service_version}][; the nearest one is {nearest_path}][; the documentation is at {docs_path}].',
  transaction_not_found: 'This transaction does not exist.',
  checkout_not_found: 'This cash-desk QR code does not exist.',
  webhook_endpoint_not_found: 'This webhook endpoint does not exist.',
  delivery_not_found: 'This delivery does not exist.',
  webhook_listener_not_found: 'This listener does not exist.',
  event_not_found: 'This event does not exist.',
  replay_not_found: 'This replay does not exist.',
  payment_link_not_found: 'This payment link does not exist.',
  receipt_not_found: 'This receipt does not exist.',
  quote_not_found: 'This quote does not exist.',
  terminal_not_found: 'This terminal does not exist.',
  cash_session_not_found: 'This cash session does not exist.',
  point_of_sale_not_found: 'This point of sale does not exist.',
  authorized_account_not_found: 'This authorized account does not exist.',
  payout_file_not_found: 'This payout file does not exist.',
  live_opening_not_found: 'This request to open live mode does not exist.',
  terms_change_not_found: 'This change of terms does not exist.',
  funds_rule_not_found: 'This rule on funds does not exist.',
  standing_order_not_found: 'This standing order does not exist.',
  payout_suspension_not_found: 'This payout suspension does not exist.',
  notice_not_found: 'This notice does not exist.',
  refund_not_found: 'This refund does not exist.',
  merchant_not_found: 'This merchant does not exist.',
  operator_not_found: 'This operator does not exist.',
  reconciliation_not_found: 'This reconciliation does not exist.',
  difference_not_found: 'This difference does not exist.',
  contradiction_not_found: 'This contradiction does not exist.',
  ledger_proof_not_found: 'This ledger check does not exist.',
  validation_failed: 'Several fields of the request are invalid.',
  unknown_field:
    'This field does not exist[: "{field}"][; to use it, send the header Service-Version: {service_version}].',
  missing_field: 'This field is required[: "{field}"].',
  invalid_field:
    'The value of this field is not valid[: "{field}"][, a whole number from {minimum} to {maximum}][, such as {example}].',
  unknown_parameter: 'This parameter does not exist[: "{field}"].',
  missing_parameter: 'This parameter is required[: "{field}"].',
  invalid_parameter:
    'The value of this parameter is not valid[: "{field}"][ ({fault_in_words})][, a whole number from {minimum} to {maximum}][, such as {example}].',
  invalid_cursor:
    'This cursor is not valid: send it exactly as the list gave it, or start again without it.',
  invalid_wait: 'The wait parameter must be a whole number from 0 to 20.',
  invalid_logo:
    'The logo must be a PNG or JPEG image, 16 to 1024 pixels on each side and at most 200 KB.',
  invalid_amount:
    'The amount must be a number greater than 0, with no more decimals than its currency has[: send {as_number}, without quotes][ (decimals of {currency}: {decimals})].',
  invalid_currency: 'The currency must be an active ISO 4217 code, in upper case.',
  invalid_provider: 'This operator is unknown, or does not serve this payment method.',
  invalid_payment_method: 'This payment method is unknown.',
  phone_international_required:
    'The phone number must be in international format: country code, then national number, such as 2290190000000.',
  invalid_phone_number: 'The phone number is not valid.',
  phone_country_mismatch: 'The country does not match the country code of the phone number.',
  invalid_country: 'The country must be a two-letter ISO 3166-1 code.',
  invalid_customer: 'The customer must be an object with name and email.',
  invalid_customer_name:
    'The customer’s name must be 1 to 255 characters long, and not only spaces.',
  invalid_email: 'The e-mail address is not valid.',
  invalid_reference:
    'The reference must be 1 to 64 characters long: letters, digits and "_ . : / -".',
  invalid_description: 'The description must be a string of at most 255 characters.',
  invalid_metadata:
    'Metadata can have at most 20 keys of 40 characters (a-z, 0-9, _; the prefix service_ is reserved), with strings of at most 500 characters[: check "{key}"].',
  invalid_expires_in: 'The duration must be a whole number from 60 to 900 seconds.',
  invalid_bank_account: 'The bank account id is not valid.',
  invalid_url:
    'The webhook address must be a public https address. On your own machine, use “payments listen” or GET /v2/events.',
  invalid_return_url:
    'This return address must be https. In sandbox, http://localhost and http://127.0.0.1 are accepted too.',
  invalid_label: 'The label must be a string of at most 255 characters.',
  invalid_events: 'The events must be ["*"] or a list of known event types, each once.',
  invalid_enabled: 'The enabled field must be true or false.',
  invalid_type: 'This type is not accepted.',
  invalid_activation_code: 'The activation code is not valid.',
  invalid_collaborator: 'This collaborator does not exist.',
  invalid_card: 'The card must be an object with number, exp_month, exp_year and cvc.',
  invalid_card_number: 'The card number is not valid.',
  unsupported_card_network: 'This card network is not accepted.',
  invalid_card_expiry: 'The card’s expiry date is not valid.',
  expired_card: 'The card has expired.',
  invalid_card_cvc: 'The card’s security code is not valid.',
  duplicate_reference: 'Another transaction already uses this reference.',
  idempotency_conflict: 'This idempotency key was already used for a different request.',
  request_in_progress: 'A request with this idempotency key is still in progress.',
  cannot_cancel: 'This operation can no longer be cancelled.',
  cannot_simulate: 'The outcome of this transaction cannot be chosen.',
  checkout_not_cancellable: 'This cash-desk QR code can no longer be cancelled.',
  link_words_too_many: 'This service already has as many short addresses as it can have.',
  link_word_taken: 'This short address is already taken. Choose another one.',
  payment_link_already_paid: 'This link has already been paid.',
  payment_link_in_progress: 'A payment is in progress from another phone.',
  payment_link_expired: 'This QR code or link has expired.',
  payment_link_cancelled: 'This QR code or link was cancelled.',
  quote_already_used: 'This quote has already been used for a payment.',
  quote_expired: 'This quote has expired.',
  webhook_limit_reached: 'The maximum number of webhooks in this mode has been reached (5).',
  webhook_listener_limit_reached: 'The maximum number of listeners has been reached (20).',
  webhook_disabled: 'This webhook is disabled.',
  delivery_not_retryable: 'This delivery cannot be sent again.',
  replay_in_progress: 'A replay is already in progress for this service.',
  nothing_to_replay: 'No delivery has failed or been abandoned since that date.',
  terminal_disabled: 'This terminal is disabled.',
  cash_session_open: 'A cash session is already open on this terminal.',
  cash_session_closed: 'This cash session is already closed.',
  refund_not_allowed: 'This payment cannot be refunded.',
  funds_rule_exists: 'This rule about funds is already in force.',
  bank_reference_used: 'This bank reference is already that of another transfer.',
  operator_reference_used: 'This reference of the operator is already that of another order.',
  refund_may_have_left:
    'This refund may have left for the operator already: for now it can be neither rejected nor cancelled.',
  changed_meanwhile:
    'Someone else has made a change here since you opened this page. Nothing was saved: open the page again to see their change, or send again to keep yours.',
  authorized_accounts_too_many: 'Too many accounts of this service are waiting to be verified.',
  authorized_account_exists: 'This account is already one of the authorized accounts.',
  approval_required: 'A second member of staff must approve this transfer first.',
  live_mode_not_open: 'Live mode is not open for this service yet.',
  terms_change_waits: 'Other terms are already waiting for approval for this service.',
  approval_by_another: 'Somebody else must approve this: you requested it, or took it.',
  case_taken: 'Somebody else is already handling this case.',
  second_approver_required: 'A second member of staff must approve this operation.',
  payout_files_too_many: 'This service already has twenty payout files under way.',
  standing_orders_too_many: 'This service already has twenty standing orders.',
  authorized_account_limit_reached: 'This service already has ten thousand authorized accounts.',
  terminals_too_many: 'This service already has a thousand terminals.',
  points_of_sale_too_many: 'This service already has five hundred points of sale.',
  cashiers_too_many: 'This service already has two thousand cashiers.',
  api_keys_too_many: 'Twenty keys of this kind still work.',
  members_too_many: 'Your team already has five hundred people.',
  payment_links_too_many:
    'This service created twenty thousand payment links in 24 hours. Try again[ in {retry_after}].',
  payout_file_repeated: 'A line of this file has been sent in the meantime. Check it again.',
  action_not_allowed: 'This action is no longer possible in the current state.',
  second_entry_required:
    'This rate is the first of its currency, or differs by more than 5% from another: somebody else must enter the same rate within 24 hours.',
  exchange_rate_exists: 'There is already a rate of this currency for this date.',
  currency_not_supported: 'This currency is not accepted for this operation[ ({currency})].',
  amount_too_small: 'The amount is too small[: the minimum is {min_amount} {currency}].',
  amount_out_of_bounds:
    'The amount is outside the operator’s limits[: from {min_amount} to {max_amount} {currency}].',
  invalid_link_word:
    'This short address is not possible. Use 3 to 40 unaccented letters, digits or hyphens.',
  payment_link_amount_fixed: 'The price of this link is fixed by the merchant.',
  provider_unavailable: 'This operator is temporarily unavailable.',
  provider_not_detected: 'The operator could not be determined from the number.',
  payment_method_unavailable: 'This payment method is not enabled for your service.',
  exchange_rate_unavailable: 'There is no exchange rate for these currencies[ ({from} to {to})].',
  quote_mismatch: 'This quote was made for another request[: {field} differs].',
  recipient_not_authorized: 'This recipient is not authorized.',
  insufficient_balance: 'The available balance is too low[: {available} {currency} available].',
  payout_amount_too_small:
    'The payout amount is too small[: the minimum is {min_amount} {currency}].',
  payout_amount_too_large:
    'The payout amount is too large[: the maximum is {max_amount} {currency}].',
  payouts_temporarily_unavailable: 'Payouts are temporarily unavailable.',
  bank_account_ambiguous: 'Several accounts are authorized at this bank: specify bank_account_id.',
  refund_amount_too_large: 'The amount is more than is left to refund[: {available} {currency}].',
  written_off_out_of_range:
    'The share that the service bears is not possible[: from {min_amount} to {max_amount} {currency}].',
  session_required: 'Log in to go on.',
  invalid_credentials: 'The e-mail address or the password is wrong.',
  invalid_one_time_code: 'The one-time code is wrong or has already been used.',
  invalid_passkey: 'This passkey is not accepted. Try again.',
  invalid_invitation: 'This invitation is unknown, already used or expired.',
  invalid_password_code: 'This code is wrong, already used or expired.',
  invalid_sign_up_code: 'This code is wrong, already used or expired.',
  wrong_password: 'The password is wrong.',
  too_many_attempts: 'Too many attempts. Try again[ in {retry_after}].',
  invalid_password:
    'The password must have 12 to 128 varied characters and differ from the e-mail address.',
  email_taken: 'This e-mail address already has an account.',
  last_administrator: 'The last active administrator cannot be removed.',
  scope_required: 'This key does not allow payouts.',
  second_factor_required: 'Turn on one-time codes first.',
  account_too_fresh: 'This account is too new to approve anything. Wait 24 hours.',
  second_person_needed: 'A second administrator must approve this.',
  account_change_not_found: 'This request does not exist.',
  account_change_over: 'This request has already been decided, or is too old.',
  user_not_found: 'This user does not exist.',
}
