import Type from 'typebox'
import { currencyCodes, type CurrencyCode } from '#domain/money/currency.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import { choiceField, emailField, textField } from '#use-cases/fields.ts'
import {
  metadataKeyPattern,
  metadataKeysMax,
  metadataValueLengthMax,
} from '#domain/transactions/metadata.ts'
import { descriptionLengthMax, referencePattern } from '#domain/transactions/texts.ts'

/** Schemas of the fields that several routes share, each with the code it is refused with (docs/api.md#limits). */

export { choiceField, emailField, textField }

/** An amount in currency units; its exact value is read from the source text (`numberText`). */
export const amountField = Type.Number({ code: 'invalid_amount', amount: true })

/** A currency the service knows; whether it is active is a rule of the route. */
export const currencyField = choiceField<CurrencyCode>('invalid_currency', currencyCodes)

/** An operator or bank code, or `auto`; which of them exist is a rule of the route. */
export const providerField = Type.String({
  code: 'invalid_provider',
  pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
})

/** A phone number as typed; `domain/phone/phone.ts` reads it. */
export const phoneField = textField('invalid_phone_number', { min: 1, max: 40 })

/** The country of a phone number, for control only (docs/api.md#phone-numbers). */
export const phoneCountryField = Type.String({
  code: 'phone_country_mismatch',
  pattern: '^[A-Z]{2}$',
})

export const customerNameField = textField('invalid_customer_name', { min: 1, max: 255 })

export const referenceField = Type.String({
  code: 'invalid_reference',
  pattern: referencePattern,
})

export const descriptionField = textField('invalid_description', { max: descriptionLengthMax })

/** Texts by name. */
export const metadataField = Type.Unsafe<Record<string, string>>({
  type: 'object',
  code: 'invalid_metadata',
  maxProperties: metadataKeysMax,
  propertyNames: { type: 'string', pattern: metadataKeyPattern },
  additionalProperties: { type: 'string', maxLength: metadataValueLengthMax },
})

export const expiresInDefault = 300
/** Seconds a checkout stays open (docs/checkouts-and-terminals.md#checkouts). */
export const expiresInField = Type.Integer({
  code: 'invalid_expires_in',
  minimum: 60,
  maximum: 900,
  default: expiresInDefault,
})

export const limitDefault = 20
export const limitParameter = Type.Integer({
  code: 'invalid_parameter',
  minimum: 1,
  maximum: 100,
  default: limitDefault,
})

export const cursorParameter = textField('invalid_cursor', { min: 1, max: 1024 })

/** Seconds a read may wait; more than 5 waits 5 (`wait.ts`). */
export const waitParameter = Type.Integer({ code: 'invalid_wait', minimum: 0, maximum: 20 })

/** A moment in ISO 8601, read with `parseTimestamp`. */
export const timestampParameter = Type.String({ code: 'invalid_parameter', format: 'timestamp' })

/** The `:id` of a path; text that is no UUID names nothing, and is answered with `code`. */
export function idParameter(code: ErrorCode) {
  return Type.String({ code, format: 'uuid' })
}
