import type { cardErrors } from './card.ts'
import type { EnglishHelp } from './entry.ts'
import type { fieldErrors } from './fields.ts'
import type { inputErrors } from './input.ts'

/** For fields and parameters in general. */
export const inputHelp: EnglishHelp<typeof inputErrors> = {
  validation_failed: [
    'Two fields or more are refused.',
    'Correct each field that details.fields lists.',
  ],
  unknown_field: [
    'The body has a field that the route does not know.',
    'Leave the field out, or correct its spelling.',
  ],
  missing_field: ['A required field is missing.', 'Add the field.'],
  invalid_field: [
    'The value has not the type or the form that is expected.',
    'Read what the reference says of the field.',
  ],
  unknown_parameter: [
    'The address has a parameter that the route does not know.',
    'Leave the parameter out, or correct its spelling.',
  ],
  missing_parameter: ['A required parameter is missing in the address.', 'Add the parameter.'],
  invalid_parameter: [
    'The parameter is empty, repeated, or its value is not allowed.',
    'See which values the parameter takes.',
  ],
  invalid_cursor: [
    'The cursor was changed, or comes from another list.',
    'Take meta.next_cursor as it is, or begin again without a cursor.',
  ],
  invalid_wait: [
    'The value is no whole number of seconds from 0 to 20.',
    'Give a whole number from 0 to 20.',
  ],
  invalid_logo: [
    'The file is of another format, damaged, too large, interlaced, or has more than 8 bits a colour.',
    'Save the picture as PNG or JPEG, smaller, and send it again.',
  ],
}

/** For fields by name. */
export const fieldHelp: EnglishHelp<typeof fieldErrors> = {
  invalid_amount: [
    'The amount is a text, zero, negative, too large, or has more decimals than its currency.',
    'Send a JSON number, such as 1000 in XOF or 12.5 in EUR.',
  ],
  invalid_currency: ['The currency is unknown or not served.', 'See GET /v2/currencies.'],
  invalid_provider: [
    'The field provider is no code of an operator, or that of an operator of another method than payment_method.',
    'See GET /v2/payment-methods, or send "auto".',
  ],
  invalid_payment_method: [
    'The field payment_method has no allowed value.',
    'Use mobile_money, card or direct_debit.',
  ],
  phone_international_required: [
    'The number begins with 0, or has no known country code.',
    'Put the country code before the national number: 229, then 01 and eight digits.',
  ],
  invalid_phone_number: [
    'The country code is unknown, the length or a character is wrong, or the number is not of the operator’s country.',
    'Check the number and the operator.',
  ],
  phone_country_mismatch: [
    'The field country contradicts the country code, or is no known ISO code.',
    'Correct country, or leave it out.',
  ],
  invalid_country: ['The code of the country is unknown.', 'Use BJ, for example.'],
  invalid_customer: ['The field customer is no object.', 'Send an object with name and email.'],
  invalid_customer_name: ['The name is empty, too long, or no text.', 'Correct customer.name.'],
  invalid_email: [
    'The address has not the form of one, or is too long.',
    'Correct the address, such as name@domain.bj.',
  ],
  invalid_reference: [
    'The reference is empty, too long, or has another character.',
    'Correct the reference.',
  ],
  invalid_description: [
    'The description is too long, no text, or has a forbidden character.',
    'Shorten or correct the description.',
  ],
  invalid_metadata: ['A key or a value does not keep the rules.', 'Correct the metadata.'],
  invalid_expires_in: [
    'The field expires_in is no whole number from 60 to 900.',
    'Give a whole number from 60 to 900, or leave it out.',
  ],
  invalid_bank_account: [
    'The field bank_account_id is no id, or comes with a Mobile Money operator.',
    'Take the id that the portal shows.',
  ],
  invalid_url: [
    'The address is not https, has a password or a refused port, or names a private or local machine.',
    'Give a public https address without credentials, on port 443 or one from 1024 on. To develop on your own machine (localhost) no tunnel is needed: the command “payments listen --forward-to http://127.0.0.1:4242/hooks” passes each event on to your server, and GET /v2/events (Service-Version: 2.6.0) gives them to read.',
  ],
  invalid_return_url: [
    'The address is not https, has a password or is too long; or, in live mode, it is http on a local machine.',
    'Give an https address without a password. On your own machine, with a sandbox key, http://localhost or http://127.0.0.1 is taken, on any port.',
  ],
  invalid_label: [
    'The label is too long, no text, or has a forbidden character.',
    'Shorten or correct the label.',
  ],
  invalid_events: [
    'The list is empty, has an unknown type or one twice, or mixes "*" with others.',
    'See GET /v2/webhook_event_types.',
  ],
  invalid_enabled: ['The value is no boolean.', 'Send true or false, without quotes.'],
  invalid_type: [
    'The field type has no value that this route allows.',
    'See which values the field takes.',
  ],
  invalid_activation_code: [
    'The code is unknown, was used, or has expired.',
    'Ask the merchant for a new activation code.',
  ],
  invalid_collaborator: [
    'The id is that of no active collaborator of the service.',
    'Choose an active collaborator.',
  ],
}

/** For cards. */
export const cardHelp: EnglishHelp<typeof cardErrors> = {
  invalid_card: [
    'The field card is no object, or comes with another payment method.',
    'Send card with number, exp_month, exp_year and cvc where payment_method is card.',
  ],
  invalid_card_number: [
    'The number is no text of 12 to 19 digits, has not the length of its network, or its check digit is wrong.',
    'Send number as a text, without spaces, and ask the payer to check it.',
  ],
  unsupported_card_network: [
    'The number is neither that of a Visa card nor Mastercard nor American Express.',
    'Ask the payer for another card.',
  ],
  invalid_card_expiry: [
    'The month is no whole number from 1 to 12, or the year none of four digits.',
    'Send exp_month and exp_year as whole numbers, such as 7 and 2030.',
  ],
  expired_card: ['The month of expiry is over.', 'Ask the payer for another card.'],
  invalid_card_cvc: [
    'The security code has not 3 digits, or 4 for American Express.',
    'Send cvc as a text, and ask the payer to check it.',
  ],
}
