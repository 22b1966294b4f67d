import Type from 'typebox'
import { fundsStatuses } from '#domain/funds/funds.ts'
import { linkLengthMax } from '#domain/payment-links/payment-link.ts'
import { descriptionLengthMax } from '#domain/transactions/texts.ts'
import { transactionStatuses } from '#domain/transactions/transaction.ts'
import { transferStates } from '#domain/transfers/transfer.ts'
import { display, exchange, failure, fees } from './money.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'

const transactionStatus = part.named(
  'TransactionStatus',
  part.oneOf(...transactionStatuses),
  '`pending` until its end is known; then `succeeded`, `failed`, `expired` or `cancelled` for good.',
)

const transactionType = part.named(
  'TransactionType',
  part.oneOf('collection', 'payout'),
  '`collection` is money from a payer, `payout` money of yours sent out.',
)

const customer = part.named(
  'Customer',
  part.shape({
    name: said(part.textOrNull, 'Name; `Awa D.` where masked.', 'Awa Dossou'),
    email: said(part.textOrNull, 'E-mail address; masked too.', 'awa@example.com'),
    phone: said(part.textOrNull, 'International number; masked too.', '2290190000000'),
  }),
  'The payer, or who is paid; masked for every key but the secret one.',
)

const paymentMethod = part.named(
  'UsedPaymentMethod',
  part.shape({
    type: said(part.methodType, 'How the payment is made.', 'mobile_money'),
    network: said(part.textOrNull, 'Network, such as `mtn`, `moov` or `visa`.', 'mtn'),
    card_last4: said(
      part.orNull(Type.String({ pattern: '^[0-9]{4}$' })),
      'Last four digits of a card.',
      null,
    ),
  }),
  'The payment method that was used.',
)

const nextAction = part.named(
  'NextAction',
  part.shape({
    type: said(part.oneOf('redirect'), 'What to do: send the payer to `url`.', 'redirect'),
    url: said(part.url, 'Where the payer goes on.', 'https://pay.example/bank/0197a3c2'),
  }),
  'What the payer must do now for the payment to go on.',
)

const funds = part.named(
  'Funds',
  part.shape({
    status: said(
      part.orNull(part.oneOf(...fundsStatuses)),
      '`available` can be withdrawn; `pending` is being made available; `pending_confirmation` awaits confirmation of receipt; `held` is being verified; `withheld` is kept back. Null where nothing was paid.',
      'available',
    ),
    simulated: said(part.flag, 'True in sandbox.', true),
  }),
  'Where the money of a collection stands.',
)

const transfer = part.named(
  'BankTransfer',
  part.shape({
    state: said(
      part.oneOf(...transferStates),
      'Where the transfer stands: it can be cancelled while `to_process`.',
      'to_process',
    ),
    bank: said(part.provider, 'The bank.', 'uba-benin'),
    account_masked: said(part.text, 'The account, masked.', 'BJ••••0000'),
    bank_reference: said(part.textOrNull, 'The bank’s own reference, once known.', null),
    transfer_on: said(
      part.orNull(Type.String({ format: 'date', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` })),
      'Day of the transfer, once known.',
      null,
    ),
  }),
  'The bank transfer of a payout.',
)

/** See docs/payments.md#transaction; only the answer that creates it contains `receipt_token`. */
export const transaction = part.kindOf(
  'Transaction',
  'A payment: money from a payer (`collection`) or money sent out (`payout`). Both have the same shape in every answer.',
  {
    id: said(part.uuid, 'Id of the transaction.', '0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10'),
    object: part.kind('transaction'),
    type: said(transactionType, 'Collection or payout.', 'collection'),
    status: said(transactionStatus, 'Where it stands.', 'pending'),
    pending_reason: said(
      part.orNull(part.oneOf('awaiting_provider', 'awaiting_bank_transfer')),
      'While pending: `awaiting_provider` waits for the payer or the operator, `awaiting_bank_transfer` for the transfer to be made.',
      'awaiting_provider',
    ),
    mode: said(part.mode, 'Live or sandbox.', 'sandbox'),
    channel: said(part.channel, 'Where it was asked for.', 'api'),
    reference: said(part.reference, 'Your reference, or the one the service made.', 'ORDER-1042'),
    description: said(part.orNull(part.textUpTo(descriptionLengthMax)), 'As sent.', 'Order 1042'),
    amount: said(part.amount, 'The price, in units of `currency`.', 1000),
    currency: said(part.currencyCode, 'Currency of the price.', 'XOF'),
    fees: said(fees, 'The fee and its rule.'),
    amount_charged: said(
      part.amount,
      'Total debited: from the payer (collection), or from your balance, fees included (payout). In XOF a multiple of 5.',
      1020,
    ),
    charged_currency: said(part.currencyCode, 'The operator’s currency.', 'XOF'),
    net_amount: said(part.amount, 'What your balance gets, or the recipient.', 1000),
    net_currency: said(part.currencyCode, 'Currency of the balance.', 'XOF'),
    exchange: said(exchange, 'The conversion; null without one.', null),
    display: said(display, 'Amounts as shown to the payer.'),
    customer: said(customer, 'Who pays or is paid.'),
    payment_method: said(paymentMethod, 'How.'),
    next_action: said(
      part.orNull(nextAction),
      'What the payer must do now; null when there is nothing.',
      null,
    ),
    provider: said(part.provider, 'The operator, also when it was chosen by `auto`.', 'mtn-benin'),
    terminal: said(part.terminal, 'Terminal it comes from.', null),
    operator: said(part.staffMember, 'Staff member who collected.', null),
    payment_link: said(
      part.orNull(
        part.named(
          'PaymentLinkReference',
          part.shape({
            id: said(part.uuid, 'Id of the link.', '0197a3c2-77d0-7e52-b1c8-2f4a6e9d0c55'),
            title: said(
              part.orNull(part.textUpTo(linkLengthMax.title)),
              'Its title.',
              'Formation Excel',
            ),
          }),
          'The payment link that was paid.',
        ),
      ),
      'Payment link it comes from.',
      null,
    ),
    failure: said(failure, 'Why it failed or expired; null otherwise.', null),
    metadata: part.metadata,
    available: said(
      part.orNull(part.flag),
      'Collections: whether the net amount can be withdrawn; null for a payout.',
      false,
    ),
    funds: part.optional(
      said(funds, 'Where the money stands. Left out of payouts, and where payers read.'),
    ),
    refunded_amount: said(part.amount, 'What went back to the payer.', 0),
    created_at: said(part.time, 'When it was created, in UTC.', '2026-11-22T09:30:00Z'),
    completed_at: said(part.timeOrNull, 'When it ended, in UTC.', null),
    receipt_token: part.optional(
      said(
        Type.String({ minLength: 22, maxLength: 22 }),
        'Opens the full receipt without a secret key. In the answer of the creation alone.',
        'q3Zr1c9WmT0b7YxkLs2VfA',
      ),
    ),
    payout: said(part.orNull(transfer), 'Of a bank transfer alone.', null),
  },
)
