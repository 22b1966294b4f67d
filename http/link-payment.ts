import Type, { type Static } from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { customFieldsMax } from '#domain/payment-links/custom-fields.ts'
import {
  amountField,
  currencyField,
  customerEmailField,
  customerNameField,
  named,
  said,
  textsByName,
} from './fields.ts'
import { payerErrors } from './payer-errors.ts'
import { payerFields } from './payer-fields.ts'
import { bodyCheck, onePerField } from './validate.ts'

/** The price if the payer chooses it; if it is fixed, the price the payer was shown. */
export const priceFields = {
  amount: Type.Optional(
    said(
      amountField,
      'If the payer chooses the price: their choice. If the price is fixed: the price they were shown, or nothing.',
      5000,
    ),
  ),
  currency: Type.Optional(said(currencyField, 'Currency of `amount`: that of the link.', 'XOF')),
}

/** Answers to the link's questions, by question name. */
const answersField = said(
  textsByName('invalid_field', customFieldsMax),
  'Answers to the questions of the link, by their `key`.',
  { size: 'M' },
)

const customerField = named(
  'LinkCustomerDetails',
  Type.Object(
    { name: customerNameField, email: Type.Optional(customerEmailField) },
    { code: 'invalid_customer' },
  ),
  'Who pays, if the link asks for it: `collect` says whether the e-mail address is required.',
)

/** Body of a payment through a link; details of the sale come from the link. */
export const linkPaymentBody = Type.Object({
  ...payerFields,
  customer: Type.Optional(customerField),
  ...priceFields,
  custom_fields: Type.Optional(answersField),
})

/** The body without its amount, which is read from its source text. */
export type LinkPaymentBody = Omit<Static<typeof linkPaymentBody>, 'amount'>

/** All field errors of a payment except the amount's, as the public route reports them. */
export function linkPaymentErrors(body: LinkPaymentBody): readonly FieldError[] {
  return onePerField([...checkBody(body), ...payerErrors(body)])
}

const checkBody = bodyCheck(linkPaymentBody)
