import Type from 'typebox'
import { customFieldTypes, questionLengthMax } from '#domain/payment-links/custom-fields.ts'
import { linkLengthMax } from '#domain/payment-links/payment-link.ts'
import { linkDisplay } from './money.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'

const amountOrNull = part.orNull(part.amount)

const collect = part.named(
  'CollectedDetails',
  part.shape({
    name: said(part.flag, 'The name is asked for.', true),
    email: said(part.flag, 'The e-mail address is asked for.', true),
    phone: said(part.flag, 'The number is asked for.', true),
  }),
  'What the page asks the payer for.',
)

const customField = part.named(
  'CustomField',
  part.shape({
    key: said(part.text, 'Its name in `custom_fields` and `metadata`.', 'size'),
    label: said(part.textUpTo(questionLengthMax), 'The question.', 'Taille'),
    type: said(part.oneOf(...customFieldTypes), 'Kind of answer.', 'text'),
    required: said(part.flag, 'Whether it must be answered.', false),
  }),
  'A question of the link to the payer.',
)

const merchant = part.named(
  'LinkMerchant',
  part.shape({
    public_name: said(part.text, 'Name shown to payers.', 'Chez Awa'),
    service_name: said(part.text, 'Name of the service.', 'Boutique en ligne'),
    logo_url: said(part.urlOrNull, 'Logo.', null),
  }),
  'Who is paid, as payers see it.',
)

/** See docs/payment-links.md#rules-of-a-link; `kind` tells a link from a cash desk's QR code. */
export const paymentLink = part.kindOf(
  'PaymentLink',
  'What a payer sees of a payment link, or of a cash-desk QR code, before paying.',
  {
    id: said(part.uuid, 'Id of the link.', '0197a3c2-77d0-7e52-b1c8-2f4a6e9d0c55'),
    object: part.kind('payment_link'),
    mode: said(part.mode, 'Live or sandbox.', 'sandbox'),
    kind: said(part.oneOf('link', 'checkout'), 'A link, or the QR code of a cash desk.', 'link'),
    title: said(part.orNull(part.textUpTo(linkLengthMax.title)), 'Title.', 'Formation Excel'),
    description: said(
      part.orNull(part.textUpTo(linkLengthMax.description)),
      'What is paid for.',
      'Deux jours à Cotonou',
    ),
    status: said(
      part.oneOf('active', 'inactive', 'expired', 'cancelled', 'paid', 'in_progress'),
      'Whether it can be paid: only `active` can.',
      'active',
    ),
    active: said(part.flag, 'True when it can be paid.', true),
    amount: said(amountOrNull, 'Price; null if the payer chooses it.', 5000),
    currency: said(part.currencyCode, 'Its currency.', 'XOF'),
    min_amount: said(amountOrNull, 'Smallest price a payer may choose.', null),
    max_amount: said(amountOrNull, 'Largest price a payer may choose.', null),
    reusable: said(part.flag, 'Whether it can be paid more than once.', true),
    max_payments: said(
      part.orNull(part.wholeNumber),
      'How many times at most; null if there is no limit.',
      null,
    ),
    payments_count: said(part.wholeNumber, 'How many times it was paid.', 0),
    expires_at: said(part.timeOrNull, 'Until when, in UTC; null if there is no end.', null),
    collect: said(collect, 'What the page asks the payer for.'),
    custom_fields: said(Type.Array(customField), 'The merchant’s own questions.', []),
    redirect_url: said(part.returnUrlOrNull, 'Where the payer goes after paying.', null),
    success_message: said(
      part.orNull(part.textUpTo(linkLengthMax.successMessage)),
      'What the payer reads after paying.',
      null,
    ),
    merchant: said(merchant, 'Who is paid.'),
    url: said(part.url, 'The payment page.', 'https://pay.example/sandbox/0197a3c2'),
    qr_url: said(part.url, 'The same as a QR code.', 'https://pay.example/qr/sandbox/0197a3c2.svg'),
    display: said(linkDisplay, 'The price as the payer sees it.'),
    metadata: part.metadata,
    created_at: said(part.time, 'When it was created, in UTC.', '2026-11-22T09:30:00Z'),
    updated_at: said(part.time, 'When it was last changed, in UTC.', '2026-11-22T09:30:00Z'),
  },
)
