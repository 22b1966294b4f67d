import type { EnglishHelp } from './entry.ts'
import type { notFoundErrors } from './not-found.ts'
import type { requestErrors } from './requests.ts'

const support = 'give request_id to support.'
const sameKey = 'send the same request with the same Idempotency-Key'
const otherMode = 'The id is unknown, or belongs to the other mode.'

/** For requests in general: format, key, limits. */
export const requestHelp: EnglishHelp<typeof requestErrors> = {
  missing_idempotency_key: [
    'The route moves money, and the request has no Idempotency-Key header.',
    'Send a new value for each operation, and the same value again when you repeat a request.',
  ],
  invalid_idempotency_key: [
    'The value is empty, too long, sent twice, or contains another character.',
    'Use a UUID, for example.',
  ],
  idempotency_not_supported: [
    'The route creates an object and does not read this header, which would have been ignored.',
    'Remove the header. If an answer was lost, list the existing objects before you create another.',
  ],
  invalid_json: [
    'The body is empty, malformed, not UTF-8, repeats a key, or is nested too deeply.',
    'Build the body with a JSON library, and make sure that no key appears twice.',
  ],
  invalid_body: [
    'The body is an array, a string, a number, a boolean or null.',
    'Send an object, in braces.',
  ],
  invalid_content_type: [
    'The Content-Type header is missing, or names another format or a character set other than UTF-8.',
    'Send the header Content-Type: application/json, and the body in UTF-8.',
  ],
  invalid_content_encoding: [
    'The Content-Encoding or Transfer-Encoding header says that the body is compressed.',
    'Send the JSON as it is, without a Content-Encoding header; Transfer-Encoding can only be chunked.',
  ],
  invalid_request: [
    'The address, a header or the way the body was sent breaks the HTTP protocol, the address and headers exceed 16 KB together, or the connection was cut.',
    'Check how the request is built, then send it again.',
  ],
  unknown_version: [
    'The version does not exist, or the header was sent twice.',
    'Send one of the versions in details.allowed, or leave the header out.',
  ],
  request_too_large: [
    'The body has more than 32,768 bytes, or more than this address accepts for files.',
    'Shorten the description or the metadata; split the file.',
  ],
  missing_api_key: [
    'The Authorization header is missing, or does not have the form "Bearer <key>".',
    'Add the header Authorization: Bearer, followed by your key.',
  ],
  invalid_api_key: [
    'The key was mistyped, replaced or revoked, or the cash session has ended.',
    'Check the key in the portal; open a new cash session if the old one has expired.',
  ],
  secret_key_required: [
    'The route is for the secret key only, and another key was used.',
    'Call it from your server, with the secret key.',
  ],
  scope_required: [
    'The key was created without the right to make payouts, for example by a developer.',
    'Ask the owner or an administrator to create a key that allows it, in the portal.',
  ],
  key_not_allowed: [
    'The route does not accept this kind of key.',
    'The reference lists the keys that each route accepts.',
  ],
  operation_not_allowed: [
    'The service is suspended, the option is not enabled, or the role behind the key is not allowed to.',
    'Contact support, or ask the owner of the account.',
  ],
  live_mode_required: ['The key is a sandbox key.', 'Use a live key.'],
  sandbox_mode_required: ['The key is a live key.', 'Use a sandbox key.'],
  method_not_allowed: [
    'The address exists, but not with this method.',
    'Use one of the methods in the Allow header.',
  ],
  rate_limited: [
    'A rate or safety limit was reached: for a key, an IP address, a number, a merchant or a terminal.',
    'Wait as long as the Retry-After header says before you send the request again.',
  ],
  sandbox_rate_limited: [
    'Too many creations in one minute with this key, or the daily quota of the service was reached.',
    'Wait as long as the Retry-After header says.',
  ],
  not_implemented: [
    'The route is reserved for later, or a later version has it.',
    'Send the version in details.service_version where there is one, otherwise use the portal.',
  ],
  internal_error: [
    'The service ran into an unexpected problem.',
    `To be safe, ${sameKey}. If the error persists, ${support}`,
  ],
  service_unavailable: [
    'Part of the service is restarting or under maintenance.',
    `Wait as long as the Retry-After header says, then ${sameKey}.`,
  ],
}

/** For objects that do not exist. */
export const notFoundHelp: EnglishHelp<typeof notFoundErrors> = {
  route_not_found: [
    'The path is not one of the API’s routes.',
    'Check the address and its version (/v2). What a later version added needs the Service-Version header that details.service_version names.',
  ],
  transaction_not_found: [
    'The id is unknown, or this key may not see the transaction.',
    'Check the id and the mode of the key.',
  ],
  quote_not_found: [
    'The id is unknown, no longer kept, or of another service or mode; or the quote was requested without Service-Version: 2.6.0.',
    'Request a new quote with the same key.',
  ],
  payout_file_not_found: [
    'The id is unknown, or belongs to the other mode.',
    'See the payout files in the portal.',
  ],
  standing_order_not_found: [
    'The id is unknown, or belongs to the other mode.',
    'See the standing orders in the portal.',
  ],
  checkout_not_found: [
    'The id is unknown, or this key may not see the QR code.',
    'Check the id, the terminal and the mode of the key.',
  ],
  webhook_endpoint_not_found: [
    'The id is unknown, was deleted, or belongs to the other mode.',
    'List the webhooks of the mode of your key.',
  ],
  delivery_not_found: [otherMode, 'List the deliveries of the mode of your key.'],
  webhook_listener_not_found: [
    'The id is unknown, or the listener did nothing for 30 days and was forgotten.',
    'List the listeners with your sandbox key, or announce one.',
  ],
  event_not_found: [otherMode, 'List the events of the mode of your key.'],
  replay_not_found: [otherMode, 'See the replays in the portal.'],
  payment_link_not_found: ['The link is unknown or was deleted.', 'Check the address of the link.'],
  receipt_not_found: [
    'The transaction is unknown, has not succeeded, or this key may not see it.',
    'Check its id and its status.',
  ],
  terminal_not_found: [otherMode, 'List your terminals with the secret key.'],
  cash_session_not_found: [
    'The id is unknown, or the session belongs to another terminal.',
    'Open a new cash session.',
  ],
  point_of_sale_not_found: [
    'The id is unknown, or a cashier has no point of sale.',
    'Choose one of your points of sale: a terminal creates one.',
  ],
  authorized_account_not_found: [
    'The id is unknown, belongs to the other mode, or is the id of a revoked account.',
    'See the authorized accounts in the portal.',
  ],
  live_opening_not_found: [
    'No request has this id.',
    'See the list of requests to open live mode.',
  ],
  terms_change_not_found: ['No change of terms has this id.', 'See the list of changes of terms.'],
  funds_rule_not_found: ['No rule has this id.', 'See the list of rules.'],
  payout_suspension_not_found: ['No suspension has this id.', 'See the list of suspensions.'],
  notice_not_found: ['No notice has this id.', 'See the list of notices.'],
  refund_not_found: [otherMode, 'Check the id in the portal.'],
  merchant_not_found: [
    'No merchant has this id.',
    'Search for the merchant by name, or by the id of one of its transactions.',
  ],
  operator_not_found: ['No operator has this code.', 'See the list of operators.'],
  reconciliation_not_found: [
    'No imported statement has this id.',
    'See the list of reconciliations.',
  ],
  difference_not_found: ['No difference has this id.', 'See the list of differences.'],
  contradiction_not_found: [
    'No contradicted payment, payout or refund has this id.',
    'See the list of contradictions.',
  ],
  ledger_proof_not_found: ['No ledger check has this id.', 'See the list of checks.'],
}
