import type { cardErrors } from './card.ts'
import type { EnglishHelp } from './entry.ts'
import type { fieldErrors } from './fields.ts'
import type { inputErrors } from './input.ts'

/** For fields and parameters in general. */
export const inputHelp: EnglishHelp<typeof inputErrors> = {
  validation_failed: [
    'Two or more fields were refused.',
    'Correct each field that details.fields lists.',
  ],
  unknown_field: [
    'The body has a field that the route does not know.',
    'Remove the field, correct its spelling, or ask with Service-Version for the version that has it.',
  ],
  missing_field: ['A required field is missing.', 'Add the field.'],
  invalid_field: [
    'The value does not have the expected type or format.',
    'See the description of the field in the reference.',
  ],
  unknown_parameter: [
    'The address has a parameter that the route does not know.',
    'Remove the parameter, or correct its spelling.',
  ],
  missing_parameter: ['A required parameter is missing from the address.', 'Add the parameter.'],
  invalid_parameter: [
    'The parameter is empty, repeated, or its value is not allowed.',
    'See the values that the parameter accepts.',
  ],
  invalid_cursor: [
    'The cursor was changed, or comes from another list.',
    'Use meta.next_cursor exactly as it was given, or start again without a cursor.',
  ],
  invalid_wait: [
    'The value is not a whole number of seconds from 0 to 20.',
    'Send a whole number from 0 to 20.',
  ],
  invalid_logo: [
    'The file has another format, is damaged, too large or interlaced, or has more than 8 bits per colour.',
    'Save a smaller image as PNG or JPEG, and send it again.',
  ],
}

/** For fields by name. */
export const fieldHelp: EnglishHelp<typeof fieldErrors> = {
  invalid_amount: [
    'The amount is a string, zero, negative, too large, or has more decimals than its currency.',
    'Send a JSON number, such as 1000 in XOF or 12.5 in EUR.',
  ],
  invalid_currency: ['The currency is unknown or not active.', 'See GET /v2/currencies.'],
  invalid_provider: [
    'The provider field is not the code of an operator, or the operator does not serve the payment_method.',
    'See GET /v2/payment-methods, or send "auto".',
  ],
  invalid_payment_method: [
    'The payment_method field does not have an allowed value.',
    'Use mobile_money, card or direct_debit.',
  ],
  phone_international_required: [
    'The number starts with 0, or has no known country code.',
    'Put the country code before the national number: 229, then 01 and eight digits.',
  ],
  invalid_phone_number: [
    'The country code is unknown, the length or a character is wrong, or the number is not from the operator’s country.',
    'Check the number and the operator.',
  ],
  phone_country_mismatch: [
    'The country field contradicts the country code of the number, or is not a known ISO code.',
    'Correct country, or leave it out.',
  ],
  invalid_country: ['The country code is unknown.', 'Use BJ, for example.'],
  invalid_customer: ['The customer field is not an object.', 'Send an object with name and email.'],
  invalid_customer_name: [
    'The name is empty, too long, or not a string.',
    'Correct customer.name.',
  ],
  invalid_email: [
    'The address does not have the expected format, or is too long.',
    'Correct the address; it looks like name@domain.bj.',
  ],
  invalid_reference: [
    'The reference is empty, too long, or contains another character.',
    'Correct the reference.',
  ],
  invalid_description: [
    'The description is too long, not a string, or contains a forbidden character.',
    'Shorten or correct the description.',
  ],
  invalid_metadata: ['A key or a value breaks these rules.', 'Correct the metadata.'],
  invalid_expires_in: [
    'The expires_in field is not a whole number from 60 to 900.',
    'Send a whole number from 60 to 900, or leave it out.',
  ],
  invalid_bank_account: [
    'The bank_account_id field is not an id, or was sent with a Mobile Money operator.',
    'Use the id that the portal shows.',
  ],
  invalid_url: [
    'The address is not https, contains a password or a refused port, or names a private or local machine.',
    'Use a public https address without a username or password, on port 443 or any port from 1024 up. On your own machine (localhost) you need no tunnel: the command “payments listen --forward-to http://127.0.0.1:4242/hooks” passes each event on to your server, and GET /v2/events (Service-Version: 2.6.0) lists them.',
  ],
  invalid_return_url: [
    'The address is not https, contains a password or is too long; or, in live mode, it is an http address on a local machine.',
    'Use an https address without a password. On your own machine, with a sandbox key, http://localhost and http://127.0.0.1 are accepted, on any port.',
  ],
  invalid_label: [
    'The label is too long, not a string, or contains a forbidden character.',
    'Shorten or correct the label.',
  ],
  invalid_events: [
    'The list is empty, contains an unknown type or the same type twice, or mixes "*" with other types.',
    'See GET /v2/webhook_event_types.',
  ],
  invalid_enabled: ['The value is not a boolean.', 'Send true or false, without quotes.'],
  invalid_type: [
    'The type field does not have a value that this route accepts.',
    'See the values that the field accepts.',
  ],
  invalid_activation_code: [
    'The code is unknown, has already been used, or has expired.',
    'Ask the merchant for a new activation code.',
  ],
  invalid_collaborator: [
    'No active collaborator of the service has this id.',
    'Choose an active collaborator.',
  ],
}

/** For cards. */
export const cardHelp: EnglishHelp<typeof cardErrors> = {
  invalid_card: [
    'The card field is not an object, or was sent with another payment method.',
    'Send card with number, exp_month, exp_year and cvc when payment_method is card.',
  ],
  invalid_card_number: [
    'The number is not a string of 12 to 19 digits, does not have the length that its network uses, or has a wrong check digit.',
    'Send number as a string, without spaces, and ask the payer to check it.',
  ],
  unsupported_card_network: [
    'The card is not a Visa, Mastercard or American Express card.',
    'Ask the payer to use another card.',
  ],
  invalid_card_expiry: [
    'The month is not a whole number from 1 to 12, or the year is not a four-digit number.',
    'Send exp_month and exp_year as whole numbers, such as 7 and 2030.',
  ],
  expired_card: ['The expiry month has passed.', 'Ask the payer to use another card.'],
  invalid_card_cvc: [
    'The security code does not have 3 digits, or 4 for American Express.',
    'Send cvc as a string, and ask the payer to check it.',
  ],
}
