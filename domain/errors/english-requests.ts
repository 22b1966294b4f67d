import type { EnglishHelp } from './entry.ts'
import type { notFoundErrors } from './not-found.ts'
import type { requestErrors } from './requests.ts'

const support = 'Quote request_id to support.'
const sameKey = 'send the same request with the same Idempotency-Key'
const otherMode = 'The id is unknown, or belongs to the other mode.'

/** For requests in general: format, key, limits. */
export const requestHelp: EnglishHelp<typeof requestErrors> = {
  missing_idempotency_key: [
    'The route moves money and the request has no header Idempotency-Key.',
    'Send a value of its own for each operation, and the same one where you send the same request again.',
  ],
  invalid_idempotency_key: [
    'The value is empty, too long, sent twice, or has another character.',
    'Use a UUID, for example.',
  ],
  idempotency_not_supported: [
    'The route makes something and does not read this header, which would have been ignored.',
    'Leave the header out. After a lost answer, list what there is before you make another.',
  ],
  invalid_json: [
    'The body is empty, malformed, not UTF-8, names a key twice, or is nested too deeply.',
    'Build the body with a JSON library, and see that no key stands in it twice.',
  ],
  invalid_body: [
    'The body is a list, a text, a number, a boolean or null.',
    'Send an object, in braces.',
  ],
  invalid_content_type: [
    'The header Content-Type is missing or names another format.',
    'Add the header Content-Type: application/json.',
  ],
  invalid_content_encoding: [
    'The header Content-Encoding says that the body is compressed.',
    'Send the JSON as it is, without Content-Encoding.',
  ],
  invalid_request: [
    'The address, a header or the body as it was sent is not HTTP, or the sending broke off.',
    'Check how the request is built, then send it again.',
  ],
  unknown_version: [
    'There is no such version, or the header came twice.',
    'Send one of details.allowed, or no such header.',
  ],
  request_too_large: [
    'The body has more than 32,768 bytes, or more than an address takes of files.',
    'Shorten the description or the metadata; cut the file in parts.',
  ],
  missing_api_key: [
    'The header Authorization is missing, or is not "Bearer" and a key.',
    'Add the header Authorization: Bearer, followed by your key.',
  ],
  invalid_api_key: [
    'The key was copied wrongly, was replaced or revoked, or the cash session is over.',
    'Check the key in the portal; open a new cash session where it has expired.',
  ],
  secret_key_required: [
    'The route is for the secret key, and another one was used.',
    'Call it from your server, with the secret key.',
  ],
  scope_required: [
    'The key was made without the right to pay out, by a developer for example.',
    'Ask the owner or an administrator to make a key in the portal that allows it.',
  ],
  key_not_allowed: [
    'The route does not take this kind of key.',
    'See which keys it takes in its reference.',
  ],
  operation_not_allowed: [
    'The service is suspended, the option is not open, or the role behind the key is not enough.',
    'Write to support, or ask the owner of the account.',
  ],
  live_mode_required: ['The key is one of sandbox.', 'Use a live key.'],
  sandbox_mode_required: ['The key is a live one.', 'Use a sandbox key.'],
  method_not_allowed: [
    'The address is there, but not with this method.',
    'Use one of the methods in the header Allow.',
  ],
  rate_limited: [
    'A limit of speed or of safety is reached: of a key, a network address, a number, a merchant or a terminal.',
    'Wait as long as Retry-After says before you send the request again.',
  ],
  sandbox_rate_limited: [
    'Too many creations in a minute with this key, or as many as a service may make in a day.',
    'Wait as long as Retry-After says.',
  ],
  not_implemented: ['The route is kept for later.', 'Use the portal.'],
  internal_error: [
    'The service met something unexpected.',
    `Do this: ${sameKey}. Where it stays so: ${support.toLowerCase()}`,
  ],
  service_unavailable: [
    'A part of the service is starting again or being worked on.',
    `Wait as long as Retry-After says, then ${sameKey}.`,
  ],
}

/** For objects that do not exist. */
export const notFoundHelp: EnglishHelp<typeof notFoundErrors> = {
  route_not_found: [
    'The path is none of the API.',
    'Check the address and its version (/v2). What a version added needs the header Service-Version that details.service_version names.',
  ],
  transaction_not_found: [
    'The id is unknown, or this key may not see the transaction.',
    'Check the id and the mode of the key.',
  ],
  quote_not_found: [
    'The id is unknown, forgotten, or of another service or mode; or the quote was asked for without Service-Version: 2.6.0.',
    'Ask for a new quote with the same key.',
  ],
  payout_file_not_found: [
    'The id is unknown, or belongs to the other mode.',
    'Look at the files of payouts in the portal.',
  ],
  standing_order_not_found: [
    'The id is unknown, or belongs to the other mode.',
    'Look at the standing orders in the portal.',
  ],
  checkout_not_found: [
    'The id is unknown, or this key may not see the QR code.',
    'Check the id, the terminal and the mode of the key.',
  ],
  webhook_endpoint_not_found: [
    'The id is unknown, was deleted, or belongs to the other mode.',
    'List the webhooks of the mode of your key.',
  ],
  delivery_not_found: [otherMode, 'See the history of deliveries in the portal.'],
  event_not_found: [otherMode, 'List the events of the mode of your key.'],
  replay_not_found: [otherMode, 'See the replays in the portal.'],
  payment_link_not_found: ['The link is unknown or was deleted.', 'Check the address of the link.'],
  receipt_not_found: [
    'The transaction is unknown, has not succeeded, or this key may not see it.',
    'Check its id and its status.',
  ],
  terminal_not_found: [otherMode, 'List your terminals with the secret key.'],
  cash_session_not_found: [
    'The id is unknown, or the session is one of another terminal.',
    'Open a new cash session.',
  ],
  authorized_account_not_found: [
    'The id is unknown, belongs to the other mode, or is that of a revoked account.',
    'See the authorized accounts in the portal.',
  ],
  live_opening_not_found: [
    'The id is that of no request.',
    'See the list of requests to open the live mode.',
  ],
  terms_change_not_found: ['The id is that of no change.', 'See the list of changes of terms.'],
  funds_rule_not_found: ['The id is that of no rule.', 'See the list of rules.'],
  payout_suspension_not_found: ['The id is that of no suspension.', 'See the list of suspensions.'],
  notice_not_found: ['The id is that of no notice.', 'See the list of notices.'],
  refund_not_found: [otherMode, 'Check the id in the portal.'],
  merchant_not_found: [
    'The id is that of no merchant.',
    'Look for the merchant by name, or by the id of one of its transactions.',
  ],
  operator_not_found: ['The code is that of no operator.', 'See the list of operators.'],
  reconciliation_not_found: ['The id is that of no statement.', 'See the list of reconciliations.'],
  difference_not_found: ['The id is that of no difference.', 'See the list of differences.'],
  ledger_proof_not_found: ['The id is that of no proof.', 'See the list of proofs.'],
}
