import Type from 'typebox'
import { customFieldTypes } from '#domain/payment-links/custom-fields.ts'
import { linkDisplay } from './money.ts'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'

const amountOrNull = part.orNull(part.amount)

/** See docs/payment-links.md#rules-of-a-link; `kind` says whether it is a link or the QR code of a cash desk. */
export const paymentLink: NamedSchema = {
  name: 'PaymentLink',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('payment_link'),
    mode: part.mode,
    kind: part.oneOf('link', 'checkout'),
    title: part.textOrNull,
    description: part.textOrNull,
    status: part.oneOf('active', 'inactive', 'expired', 'cancelled', 'paid', 'in_progress'),
    active: part.flag,
    amount: amountOrNull,
    currency: part.currencyCode,
    min_amount: amountOrNull,
    max_amount: amountOrNull,
    reusable: part.flag,
    max_payments: part.orNull(part.wholeNumber),
    payments_count: part.wholeNumber,
    expires_at: part.timeOrNull,
    collect: part.shape({ name: part.flag, email: part.flag, phone: part.flag }),
    custom_fields: Type.Array(
      part.shape({
        key: part.text,
        label: part.text,
        type: part.oneOf(...customFieldTypes),
        required: part.flag,
      }),
    ),
    redirect_url: part.textOrNull,
    success_message: part.textOrNull,
    merchant: part.shape({
      public_name: part.text,
      service_name: part.text,
      logo_url: part.textOrNull,
    }),
    url: part.text,
    qr_url: part.text,
    display: linkDisplay,
    metadata: Type.Record(Type.String(), Type.String()),
    created_at: part.time,
    updated_at: part.time,
  }),
}
