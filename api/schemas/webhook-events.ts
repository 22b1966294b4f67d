import Type from 'typebox'
import { statusWords } from '#domain/webhooks/payload.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import { refundOrigins, refundReasonLengthMax, refundStatuses } from '#domain/refunds/refund.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'

/** Decrypted bodies of events: `data` after its second parsing (docs/webhooks.md#payloads). */

const time = Type.String({ pattern: String.raw`^\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}$` })
const modeWord = said(part.oneOf('LIVE', 'SANDBOX'), 'Mode, in capitals.', 'SANDBOX')
const test = part.optional(
  said(Type.Literal(true), 'Only in test events: answer 2xx and do nothing with it.', true),
)
const status = said(
  part.oneOf(...Object.values(statusWords)),
  'State of the transaction: `VALIDATED` is the API’s `succeeded`; `EXPIRED` and `CANCELLED` are also sent as `payment.failed`.',
  'VALIDATED',
)
const message = said(part.textOrNull, 'Why it failed, a French sentence; null otherwise.', null)
const externalId = said(
  part.reference,
  'Your `reference`: that of the collection or payout, or of the payment link that was paid. Without one, the id of the transaction.',
  'ORDER-1042',
)
const created = said(
  time,
  'When it was created, `DD-MM-YYYY HH:MM:SS` in UTC.',
  '22-11-2026 09:30:00',
)
const completed = said(
  part.orNull(time),
  'When it ended, `DD-MM-YYYY HH:MM:SS` in UTC; null while pending.',
  '22-11-2026 09:30:04',
)
const transactionId = said(
  part.uuid,
  'Id of the transaction, as in the API.',
  '0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10',
)

const money = part.named(
  'EventMoney',
  part.shape({
    amount: said(part.amount, 'Amount in units of the currency.', 1000),
    currency: said(part.currencyCode, 'Its currency.', 'XOF'),
  }),
  'An amount with its currency.',
)

const payment = part.named(
  'EventPayment',
  part.shape({
    provider: said(part.provider, 'The operator.', 'mtn-benin'),
    method: said(
      part.oneOf('MOBILE MONEY', 'CARD', 'DIRECT DEBIT', 'BANK TRANSFER'),
      'How it was paid.',
      'MOBILE MONEY',
    ),
    network: said(part.textOrNull, 'Network.', 'mtn'),
    request: said(money, 'What you requested: compare it with your order.'),
    gateway: said(money, 'What the operator was asked to debit.'),
    debited_amount: said(part.amount, 'What the payer was debited; 0 if it failed.', 1020),
    commission_fees: said(part.amount, 'The fee.', 20),
    available_amount: said(part.amount, 'What is added to your balance; 0 if it failed.', 1000),
    is_available: said(part.flag, 'Whether it can be withdrawn already.', true),
  }),
  'Amounts and method of a payment.',
)

const paymentEvent = part.kindOf(
  'PaymentEventData',
  'Data of the events of a collection that has ended.',
  {
    test,
    status,
    transactionId,
    payment: said(payment, 'Amounts and method.'),
    currency: said(
      part.named(
        'EventConversion',
        part.shape({
          from: said(part.currencyCode, 'Currency of the price.', 'XOF'),
          to: said(part.currencyCode, 'Currency that was charged.', 'XOF'),
          rate: said(part.rate, '1 unit of `from` in `to`.', 1),
        }),
        'The conversion of a payment.',
      ),
      'The conversion; rate 1 if there is none.',
    ),
    customer: said(
      part.named(
        'EventCustomer',
        part.shape({
          name: said(part.textOrNull, 'Name.', 'Awa Dossou'),
          email: said(part.textOrNull, 'E-mail address.', 'awa@example.com'),
          phone: said(part.textOrNull, 'International number without `+`.', '2290190000000'),
        }),
        'The payer, in full.',
      ),
      'The payer.',
    ),
    externalId,
    metadata: part.metadata,
    message,
    transaction_created_at: created,
    completed_at: completed,
    mode: modeWord,
  },
)

const withdrawalEvent = part.kindOf(
  'WithdrawalEventData',
  'Data of the events of a payout or bank transfer.',
  {
    test,
    status,
    transactionId,
    identifier: said(part.uuid, 'The same id.', '0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10'),
    amount: said(part.amount, 'The amount you requested.', 5000),
    currency: said(part.currencyCode, 'Its currency.', 'XOF'),
    fees: said(part.amount, 'The fee.', 50),
    gateway: said(
      part.named(
        'EventGateway',
        part.shape({
          provider: said(part.provider, 'Operator or bank.', 'uba-benin'),
          amount: said(part.amount, 'What it pays.', 5000),
          currency: said(part.currencyCode, 'Its currency.', 'XOF'),
        }),
        'Who pays a payout, and how much.',
      ),
      'Who pays, and how much.',
    ),
    beneficiary: said(
      part.named(
        'EventBeneficiary',
        part.shape({
          type: said(part.oneOf('mobile_money', 'bank'), 'Kind of account.', 'bank'),
          phone: said(part.textOrNull, 'Number of a Mobile Money account.', null),
          bank: said(part.orNull(part.provider), 'Bank of a bank account.', 'uba-benin'),
          account_masked: said(part.textOrNull, 'Bank account, masked.', 'BJ••••0000'),
        }),
        'Who is paid.',
      ),
      'Who is paid.',
    ),
    transferReference: said(part.textOrNull, 'Reference of bank or operator.', null),
    externalId,
    message,
    transaction_created_at: created,
    completed_at: completed,
    mode: modeWord,
  },
)

const refundEvent = part.kindOf('RefundEventData', 'Data of the events of a refund.', {
  test,
  transactionId: said(part.uuid, 'Id of the refund.', '0197a3c2-aaaa-7d44-8f0a-3c9e1b7d2a10'),
  paymentId: said(part.uuid, 'Id of the refunded payment.', '0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10'),
  amount: said(part.amount, 'The amount refunded to the payer.', 1000),
  currency: said(part.currencyCode, 'Its currency.', 'XOF'),
  status: said(
    part.oneOf(...refundStatuses.map((word) => word.toUpperCase())),
    'State of the refund, in capitals.',
    'SUCCEEDED',
  ),
  reason: said(
    part.orNull(part.textUpTo(refundReasonLengthMax)),
    'The reason given with the request.',
    'Article retourné',
  ),
  origin: said(part.oneOf(...refundOrigins), 'Who requested it.', 'merchant'),
  mode: modeWord,
})

const fundsEvent = part.kindOf(
  'FundsEventData',
  'Data of the events of a payment’s funds that are held, then released.',
  {
    test,
    transactionId,
    status,
    funds: said(
      part.named(
        'EventFunds',
        part.shape({
          state: said(part.oneOf('held', 'released'), 'Held, or released.', 'held'),
          held_at: said(time, 'Since when, in UTC.', '22-11-2026 09:30:04'),
          released_at: said(part.orNull(time), 'Until when, in UTC; null while held.', null),
          reason: said(
            part.oneOf('collection_confirmation', 'verification'),
            'Why: receipt to be confirmed, or a verification.',
            'verification',
          ),
        }),
        'State of held funds.',
      ),
      'Their state.',
    ),
    amount: said(part.amount, 'What the payer was debited.', 1020),
    currency: said(part.currencyCode, 'Its currency.', 'XOF'),
    available_amount: said(part.amount, 'What is added to your balance.', 1000),
    externalId,
    message,
    mode: modeWord,
  },
)

const pingEvent = part.kindOf('PingEventData', 'A simple test event, without a transaction.', {
  test: said(Type.Literal(true), 'Always true: answer 2xx and do nothing with it.', true),
  event: said(Type.Literal('test.ping'), 'The event type again.', 'test.ping'),
  message: said(part.text, 'A French sentence.', 'Votre webhook reçoit nos événements.'),
  mode: modeWord,
  service_env_uuid: said(
    part.uuid,
    'Id of the service in this mode.',
    '0197a3c2-3333-7d44-8f0a-3c9e1b7d2a10',
  ),
  sent_at: said(time, 'When it was sent, in UTC.', '22-11-2026 09:30:00'),
})

/** The `data` of an event, by the first word of its type. */
export const eventDataSchemas = {
  payment: paymentEvent,
  withdrawal: withdrawalEvent,
  refund: refundEvent,
  funds: fundsEvent,
  test: pingEvent,
} as const satisfies Readonly<Record<string, part.NamedSchema>>

/** The first word of a type: `refund` of `refund.success`. */
export function eventGroupOf(type: EventType): keyof typeof eventDataSchemas {
  const [word = ''] = type.split('.')
  if (!isGroup(word)) throw new TypeError(`${type} has no schema`)
  return word
}

function isGroup(word: string): word is keyof typeof eventDataSchemas {
  return Object.hasOwn(eventDataSchemas, word)
}

/** The decrypted event: its type, and `data` parsed a second time. */
export function eventSchema(type: EventType): part.NamedSchema {
  const data = eventDataSchemas[eventGroupOf(type)]
  return part.kindOf(`${nameOf(type)}Event`, `\`${type}\` once opened, with \`data\` parsed.`, {
    event: said(Type.Literal(type), 'The event type.', type),
    data: data.schema,
  })
}

/** `payment.success` becomes `PaymentSuccess`. */
export function nameOf(type: EventType): string {
  return type
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
