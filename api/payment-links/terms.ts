import Type, { type Static, type TSchema } from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import {
  isReturnUrl,
  linkLengthMax,
  type PaymentLinkRecord,
  type PaymentLinkTerms,
} from '#domain/payment-links/payment-link.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { parseTimestamp } from '#domain/text/timestamp.ts'
import { visibleText } from '#use-cases/fields.ts'
import type { ApiContext } from '#http/context.ts'
import {
  amountField,
  currencyField,
  metadataField,
  momentField,
  referenceText,
  said,
  textField,
} from '#http/fields.ts'
import { PRICE_MINOR_MAX, toNumber } from '#domain/money/money.ts'
import { isoTime } from '#domain/text/text.ts'

/** A field that null clears. */
const orNull = <Field extends TSchema>(field: Field, about: string, example: unknown) =>
  Type.Optional(said(Type.Union([field, Type.Null()]), about, example))
const addressField = textField('invalid_return_url', { min: 1, max: 2048, format: 'return-url' })
const countField = Type.Integer({ minimum: 1, maximum: 100_000 })

/** A link's terms that its merchant may change; amounts cannot change. */
const terms = {
  description: orNull(
    textField('invalid_description', {
      min: 1,
      max: linkLengthMax.description,
      format: 'shown_text',
    }),
    'More about what is sold.',
    'Two cotton shirts',
  ),
  reference: orNull(
    referenceText,
    'Your own reference for the sale, which need not be unique: 1 to 64 letters, digits and `_ . : / -`. Webhooks of its payments carry it as `externalId`; the payments have their own references, and this one in `metadata.service_link_reference`, one of their 20 keys.',
    'ORDER-1042',
  ),
  max_payments: orNull(
    countField,
    'How many times it can be paid: 1 by default for a new link, null for no limit.',
    1,
  ),
  expires_at: orNull(
    momentField,
    'Last moment to pay, ISO 8601; null if there is no end.',
    '2035-01-01T00:00:00Z',
  ),
  success_url: orNull(
    addressField,
    'Where the customer goes after paying: `https`, without a password; in sandbox also `http://localhost` or `http://127.0.0.1`, on any port.',
    'https://shop.example/thanks',
  ),
  cancel_url: orNull(
    addressField,
    'Where the customer goes without paying: `https`, without a password; in sandbox also `http://localhost` or `http://127.0.0.1`, on any port.',
    'https://shop.example/cart',
  ),
  origin: orNull(
    textField('invalid_field', { min: 1, max: 2048, format: 'web-origin' }),
    'The site that may embed the page, with `checkout.js`: only its origin, without a path or a trailing `/`.',
    'https://shop.example',
  ),
  email_required: Type.Optional(
    said(
      Type.Boolean(),
      'Whether the customer must give an e-mail address; true by default for a new link.',
      false,
    ),
  ),
  metadata: Type.Optional(metadataField),
}

const priceField = Type.Number({ ...amountField, maximum: Number(PRICE_MINOR_MAX) })
/** The price of a link. */
const amounts = {
  amount: Type.Optional(said(priceField, 'Fixed price, in units of `currency`.', 5000)),
  min_amount: Type.Optional(
    said(priceField, 'Smallest price a customer may choose, if there is no `amount`.', 500),
  ),
  max_amount: Type.Optional(
    said(priceField, 'Largest price a customer may choose, if there is no `amount`.', 100_000),
  ),
}
const titleField = said(visibleText(linkLengthMax.title), 'What the customer buys.', 'Order 1042')

/** Body of a new link. */
export const newLink = Type.Object({
  title: titleField,
  currency: Type.Optional(
    said(currencyField, 'Currency of the amounts; defaults to that of the service.', 'XOF'),
  ),
  ...amounts,
  ...terms,
})
/** Body of a change. */
export const linkChange = Type.Object({ title: Type.Optional(titleField), ...terms })

/** The terms in a body; absent fields stay absent. */
export function termsIn(body: Static<typeof linkChange>): Partial<PaymentLinkTerms> {
  const { expires_at } = body
  const said = {
    description: body.description,
    reference: body.reference,
    maxPayments: body.max_payments,
    expiresAt: expires_at && parseTimestamp(expires_at),
    redirectUrl: body.success_url,
    cancelUrl: body.cancel_url,
    shopOrigin: body.origin,
    isEmailRequired: body.email_required,
    metadata: body.metadata,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

/** Checks the return URLs; the errors have the fields' names in this API. */
export function addressErrors(body: Partial<Static<typeof linkChange>>, mode: Mode): FieldError[] {
  return (['success_url', 'cancel_url'] as const)
    .filter((field) => !isReturnUrl(body[field] ?? null, mode))
    .map((field) => ({ field, code: 'invalid_return_url' }))
}

/** A link as its merchant sees it. */
export function presented(context: ApiContext, link: PaymentLinkRecord) {
  return presentLinkDetails(link, context.payUrl(link))
}

/** A payment link as its merchant sees it (docs/payment-links.md#links-by-the-api). */
function presentLinkDetails(link: PaymentLinkRecord, url: string) {
  const { price, minAmount, maxAmount, expiresAt } = link
  return {
    id: link.id,
    object: 'payment_link',
    mode: link.seller.mode,
    url,
    status: link.status,
    title: link.title,
    description: link.description,
    reference: link.reference,
    amount: price && toNumber(price),
    currency: link.currency,
    min_amount: minAmount && toNumber(minAmount),
    max_amount: maxAmount && toNumber(maxAmount),
    max_payments: link.maxPayments,
    payments_count: link.paymentsCount,
    amount_collected: toNumber(link.amountCollected),
    expires_at: expiresAt && isoTime(expiresAt),
    success_url: link.redirectUrl,
    cancel_url: link.cancelUrl,
    origin: link.shopOrigin,
    email_required: link.isEmailRequired,
    metadata: JSON.parse(link.metadata) as unknown,
    created_at: isoTime(link.createdAt),
    updated_at: isoTime(link.updatedAt),
  }
}
