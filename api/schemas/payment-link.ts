import Type from 'typebox'
import { customFieldTypes } from '#domain/payment-links/custom-fields.ts'
import { linkDisplay } from './money.ts'
import {
  amount,
  currencyCode,
  flag,
  kind,
  mode,
  type NamedSchema,
  oneOf,
  orNull,
  shape,
  text,
  textOrNull,
  time,
  timeOrNull,
  uuid,
  wholeNumber,
} from './parts.ts'

const amountOrNull = orNull(amount)

/** See docs/payment-links.md#rules-of-a-link; `kind` says whether it is a link or the QR code of a cash desk. */
export const paymentLink: NamedSchema = {
  name: 'PaymentLink',
  schema: shape({
    id: uuid,
    object: kind('payment_link'),
    mode,
    kind: oneOf('link', 'checkout'),
    title: textOrNull,
    description: textOrNull,
    status: oneOf('active', 'inactive', 'expired', 'cancelled', 'paid', 'in_progress'),
    active: flag,
    amount: amountOrNull,
    currency: currencyCode,
    min_amount: amountOrNull,
    max_amount: amountOrNull,
    reusable: flag,
    max_payments: orNull(wholeNumber),
    payments_count: wholeNumber,
    expires_at: timeOrNull,
    collect: shape({ name: flag, email: flag, phone: flag }),
    custom_fields: Type.Array(
      shape({ key: text, label: text, type: oneOf(...customFieldTypes), required: flag }),
    ),
    redirect_url: textOrNull,
    success_message: textOrNull,
    merchant: shape({ public_name: text, service_name: text, logo_url: textOrNull }),
    url: text,
    qr_url: text,
    display: linkDisplay,
    metadata: Type.Record(Type.String(), Type.String()),
    created_at: time,
    updated_at: time,
  }),
}
