import Type from 'typebox'
import { display } from './money.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'

const merchant = part.named(
  'ReceiptMerchant',
  part.shape({
    public_name: said(part.text, 'Name shown to payers.', 'Chez Awa'),
    service_name: said(part.text, 'Name of the service.', 'Boutique en ligne'),
    logo_url: said(part.urlOrNull, 'Logo.', null),
    address: said(part.textOrNull, 'Postal address.', 'Rue 12.045, Cotonou'),
    phone: said(part.textOrNull, 'International number without `+`.', '2290121000000'),
    email: said(part.textOrNull, 'E-mail address.', 'bonjour@chezawa.example'),
  }),
  'Who was paid, as the receipt shows it.',
)

const method = part.named(
  'ReceiptPaymentMethod',
  part.shape({
    type: said(part.methodType, 'How it was paid.', 'mobile_money'),
    network: said(part.textOrNull, 'Network.', 'mtn'),
    label: said(part.text, 'As shown to people, in French.', 'MTN Mobile Money'),
  }),
  'The payment method, as the receipt shows it.',
)

const channel = part.named(
  'ReceiptChannel',
  part.shape({
    code: said(
      part.text,
      '`payment_link`, `shop_qr`, `checkout_qr`, `shop`, `pos`, `widget` or `api`.',
      'api',
    ),
    label: said(part.text, 'Short French label.', 'API'),
    display: said(part.text, 'French sentence.', 'Paiement en ligne'),
  }),
  'Where the payment was made, as the receipt shows it.',
)

/** See docs/payments.md#receipts. */
export const receipt = part.kindOf(
  'Receipt',
  'The receipt of a successful payment: in full for your own keys and with the `receipt_token`, else masked.',
  {
    id: said(
      part.uuid,
      'Id of the receipt: that of the transaction.',
      '0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10',
    ),
    object: part.kind('receipt'),
    merchant: said(merchant, 'Who was paid.'),
    product: said(part.text, 'What the payment was for.', 'Order 1042'),
    amount: said(part.amount, 'Price.', 1000),
    currency: said(part.currencyCode, 'Its currency.', 'XOF'),
    fees: said(part.amount, 'Fees that the payer bore.', 20),
    fees_currency: said(part.currencyCode, 'Their currency.', 'XOF'),
    amount_charged: said(part.amount, 'Total debited.', 1020),
    charged_currency: said(part.currencyCode, 'Its currency.', 'XOF'),
    payment_method: said(method, 'How it was paid.'),
    display: said(display, 'Amounts as the payer saw them.'),
    customer_details: said(
      part.oneOf('full', 'masked'),
      'Whether the payer is shown in full.',
      'full',
    ),
    customer_phone: said(part.textOrNull, 'Full number; null if masked.', '2290190000000'),
    phone_display: said(
      part.textOrNull,
      'The number in groups, full or masked.',
      '+229 01 90 00 00 00',
    ),
    customer_name: said(part.textOrNull, 'Name, full or masked.', 'Awa Dossou'),
    customer_email: said(part.textOrNull, 'E-mail address; null if masked.', 'awa@example.com'),
    phone_masked: said(part.textOrNull, 'The number, always masked.', '22901••••0000'),
    channel: said(channel, 'Where it was paid.'),
    terminal_label: said(part.textOrNull, 'Terminal.', null),
    operator_name: said(part.textOrNull, 'Cashier.', null),
    receipt_number: said(
      part.like(String.raw`^\d{8}-[0-9A-F]{12}$`),
      'Number of the receipt.',
      '20261122-3C9E1B7D2A10',
    ),
    transaction_id: said(
      part.uuid,
      'Id of the transaction.',
      '0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10',
    ),
    provider_reference: said(part.textOrNull, 'The operator’s reference.', 'SBX-7F3A'),
    reference: said(part.reference, 'Your reference.', 'ORDER-1042'),
    completed_at: said(part.timeOrNull, 'When it was paid, in UTC.', '2026-11-22T09:30:04Z'),
    completed_at_local: said(
      part.textOrNull,
      'The same in local time.',
      '2026-11-22T10:30:04+01:00',
    ),
    completed_at_text: said(
      part.textOrNull,
      'The same in French words.',
      'dimanche 22 novembre 2026 à 10:30',
    ),
    mode: said(part.mode, 'Live or sandbox.', 'sandbox'),
    verify_url: said(
      part.url,
      'Public page that proves the receipt is genuine; print its address as a QR code.',
      'https://pay.example/verification/Qx7',
    ),
    invoice_url: said(part.urlOrNull, 'The invoice as PDF; null if masked.', null),
    width: said(
      part.orNull(Type.Integer({ enum: [32, 48] })),
      'Columns of `text`; null without `format=text`.',
      32,
    ),
    text: said(part.textOrNull, 'The receipt for a printer; null without `format=text`.', null),
  },
)
