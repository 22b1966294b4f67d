import Type, { type Static } from 'typebox'
import { customFieldsMax } from '#domain/payment-links/custom-fields.ts'
import { metadataKeyPattern, metadataValueLengthMax } from '#domain/transactions/metadata.ts'
import { payerFields } from '#api/collections/body.ts'
import { amountField, currencyField } from '#http/fields.ts'

/** The price where the payer chooses it; where it is fixed, what the payer was shown. */
const priceFields = {
  amount: Type.Optional(amountField),
  currency: Type.Optional(currencyField),
}

/** Answers to the questions of the link, by their names. */
const answersField = Type.Unsafe<Record<string, string>>({
  type: 'object',
  code: 'invalid_field',
  maxProperties: customFieldsMax,
  propertyNames: { type: 'string', pattern: metadataKeyPattern },
  additionalProperties: { type: 'string', maxLength: metadataValueLengthMax },
})

/** Body of a payment through a link: what concerns the sale itself is the link's. */
export const linkPaymentBody = Type.Object({
  ...payerFields,
  ...priceFields,
  custom_fields: Type.Optional(answersField),
})

const { provider, payment_method, phone, country } = payerFields

/** Body of its quote: as far as the price depends on it. */
export const linkQuoteBody = Type.Object({
  provider,
  payment_method,
  phone,
  country,
  ...priceFields,
})

export type LinkPaymentBody = Static<typeof linkPaymentBody>
