import Type from 'typebox'
import { currencyCodes, type CurrencyCode } from '#domain/money/currency.ts'
import { asId, type QuoteId } from '#domain/ids.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import { choiceField, emailField, named, said, textField } from '#use-cases/fields.ts'
import {
  metadataKeyPattern,
  metadataKeysMax,
  metadataValueLengthMax,
} from '#domain/transactions/metadata.ts'
import { descriptionLengthMax, referencePattern } from '#domain/transactions/texts.ts'

/** Schemas of fields that several routes share, each with its error code (docs/api.md#limits). */

export { choiceField, emailField, named, said, textField }

/** An amount in currency units; its exact value is read from the source text (`numberText`). */
export const amountField = said(
  Type.Number({ code: 'invalid_amount', amount: true }),
  'Amount in units of `currency`, as a JSON number greater than 0: 1000 is 1000 XOF, 12.5 is 12.50 EUR. Never a string, never minor units. XOF has no decimals.',
  1000,
)

/** The quote that a payment uses; `quote_not_found` if there is none with this id. */
export const quoteIdField = said(
  Type.String({ code: 'invalid_field', format: 'uuid' }),
  'Id of a quote that was requested with `Service-Version: 2.6.0`: the payment is charged as quoted, even if rates or fees have changed. It is valid until `expires_at` of the quote, for one payment of the same amount, currency, operator, method and number. Needs `Service-Version: 2.6.0`.',
  '0197a3c2-4444-7d44-8f0a-3c9e1b7d2a10',
)

/** A body that may name a quote; bodies of earlier versions cannot. */
export interface MaybeQuoted {
  readonly quote_id?: string
}

/** The quote that a body names. */
export function quoteIdOf({ quote_id: id }: MaybeQuoted): QuoteId | undefined {
  return id === undefined ? undefined : asId<QuoteId>(id)
}

/** A supported currency; the route checks whether it is active. */
export const currencyField = said(
  named(
    'SupportedCurrency',
    choiceField<CurrencyCode>('invalid_currency', currencyCodes),
    'A currency that the service knows, as an upper-case ISO 4217 code.',
  ),
  'Currency of `amount`: upper-case ISO 4217. `GET /v2/currencies` lists those that are active.',
  'XOF',
)

/** An operator or bank code, or `auto`; the route checks which of them exist. */
export const providerField = said(
  Type.String({
    code: 'invalid_provider',
    pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
  }),
  'Who moves the money: `auto` finds the operator from the number (or the acquirer of the payment method); `mtn-benin` and `moov-benin` name it. `GET /v2/payment-methods` lists those that are open to you.',
  'auto',
)

/** A phone number as typed; `domain/phone/phone.ts` parses it. */
export const phoneField = said(
  textField('invalid_phone_number', { min: 1, max: 40, format: 'phone' }),
  'Phone number in international format without `+`: country code, then national number. For Benin 229, then 01 and eight digits. A leading `+` or `00`, spaces, dots, hyphens and parentheses are accepted.',
  '2290190000000',
)

/** The country of a phone number, only to check it against the number (docs/api.md#phone-numbers). */
export const phoneCountryField = said(
  Type.String({
    code: 'phone_country_mismatch',
    pattern: '^[A-Z]{2}$',
    format: 'country',
  }),
  'Country of the number (ISO 3166-1). It never completes a number: it only checks the country code, and distinguishes countries that share one.',
  'BJ',
)

export const customerNameField = said(
  textField('invalid_customer_name', { min: 1, max: 255, format: 'shown_text' }),
  'Name of the payer.',
  'Awa Dossou',
)

export const customerEmailField = said(
  emailField,
  'E-mail address of the payer.',
  'awa@example.com',
)

/** A reference, without documentation: its user describes what it refers to. */
export const referenceText = Type.String({ code: 'invalid_reference', pattern: referencePattern })

export const referenceField = said(
  referenceText,
  'Your own reference for the order, unique in each mode: a second payment for it is refused with `duplicate_reference`. 1 to 64 letters, digits and `_ . : / -`. If left out, the service generates one.',
  'ORDER-1042',
)

export const descriptionField = said(
  textField('invalid_description', { max: descriptionLengthMax, format: 'shown_text' }),
  'What the payment is for, returned as sent. At most 255 characters.',
  'Order 1042',
)

/** Texts by name, at most `maxProperties`; names and lengths as in metadata. */
export function textsByName(code: ErrorCode, maxProperties: number) {
  return Type.Unsafe<Record<string, string>>({
    type: 'object',
    code,
    maxProperties,
    propertyNames: { type: 'string', pattern: metadataKeyPattern },
    additionalProperties: { type: 'string', maxLength: metadataValueLengthMax },
  })
}

export const metadataField = said(
  textsByName('invalid_metadata', metadataKeysMax),
  'Your own data, returned as sent and in webhooks: at most 20 keys of 40 characters (`a-z`, `0-9`, `_`; the prefix `service_` is reserved), each with a string of at most 500 characters.',
  { cart: '1042' },
)

export const expiresInDefault = 300
/** Seconds a checkout stays open (docs/checkouts-and-terminals.md#checkouts). */
export const expiresInField = said(
  Type.Integer({
    code: 'invalid_expires_in',
    minimum: 60,
    maximum: 900,
    default: expiresInDefault,
  }),
  'How many seconds the QR code can be paid.',
  300,
)

export const limitDefault = 20
export const limitParameter = said(
  Type.Integer({
    code: 'invalid_parameter',
    minimum: 1,
    maximum: 100,
    default: limitDefault,
  }),
  'Maximum number of objects on a page.',
  20,
)

export const cursorParameter = said(
  textField('invalid_cursor', { min: 1, max: 1024, format: 'cursor' }),
  'Where the page begins: `meta.next_cursor` of the previous page, unchanged. Keep the other parameters the same.',
)

/** The query fields of every paged list. */
export const pageFields = {
  limit: Type.Optional(limitParameter),
  cursor: Type.Optional(cursorParameter),
}

/** Seconds a read may wait; values above 5 count as 5 (`wait.ts`). */
export const waitParameter = said(
  Type.Integer({ code: 'invalid_wait', minimum: 0, maximum: 20 }),
  'Seconds to delay the answer until something changes; no more than 5 are waited. If two waits of the key are already under way, the answer is immediate, with `Service-Wait: skipped`: pause for two seconds before you read again.',
  5,
)

/** An ISO 8601 timestamp, parsed with `parseTimestamp`. */
export const timestampParameter = Type.String({ code: 'invalid_parameter', format: 'timestamp' })

/** A moment in a body, written and parsed the same. */
export const momentField = Type.String({ code: 'invalid_field', format: 'timestamp' })

/** The `:id` of a path. Text that is not a UUID cannot exist, and is answered with `code`. */
export function idParameter(code: ErrorCode) {
  return said(
    Type.String({ code, format: 'uuid' }),
    idTexts[code] ?? 'Id of the object, a UUID.',
    '0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10',
  )
}

const idTexts: Readonly<Partial<Record<ErrorCode, string>>> = {
  transaction_not_found: 'Id of the transaction, as returned when it was created.',
  event_not_found: 'Id of the event.',
  checkout_not_found: 'Id of the cash-desk QR code, as returned when it was created.',
  payment_link_not_found:
    'Id of the payment link or of the cash-desk QR code: the last part of its address.',
  webhook_endpoint_not_found: 'Id of the webhook endpoint, as returned when it was created.',
  delivery_not_found: 'Id of the delivery.',
  webhook_listener_not_found: 'Id of the listener, as returned when it was announced.',
  terminal_not_found: 'Id of the terminal, as returned when it was created.',
  cash_session_not_found: 'Id of the cash-desk session, as returned when it was opened.',
}
