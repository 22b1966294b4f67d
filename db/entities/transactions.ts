import { defineEntity, p } from '@mikro-orm/core'
import type { Frozen } from '#db/types/frozen.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Display } from '#domain/pricing/display.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import type { CheckoutId, OperatorRequestId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { Exchange } from '#domain/pricing/pricing.ts'
import type { ShortFeeRule } from '#domain/transactions/record.ts'
import type {
  Channel,
  FundsStatus,
  Mode,
  PaymentMethodType,
  PendingReason,
  TransactionStatus,
  TransactionType,
} from '#domain/transactions/transaction.ts'
import { CollaboratorSchema, ServiceEnvSchema } from './merchants.ts'
import { PaymentLinkSchema } from './payment-links.ts'
import { ApiKeySchema, CashSessionSchema, TerminalSchema } from './terminals.ts'

/** A collection or payout; amounts are minor units of the currency column beside them. */
export const TransactionSchema = defineEntity({
  name: 'Transaction',
  tableName: 'transaction',
  properties: {
    id: p.uuid().$type<TransactionId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    mode: p.text().$type<Mode>(),
    apiKey: () => p.manyToOne(ApiKeySchema).nullable(),
    type: p.text().$type<TransactionType>(),
    status: p.text().$type<TransactionStatus>(),
    pendingReason: p.text().$type<PendingReason>().nullable(),
    channel: p.text().$type<Channel>(),
    reference: p.text(),
    description: p.text().nullable(),
    amount: p.bigint(),
    currency: p.text().$type<CurrencyCode>(),
    feeAmount: p.bigint(),
    feePayer: p.text().$type<Payer>(),
    feeRule: p.json<Frozen<ShortFeeRule>>(),
    exchangeAmount: p.bigint().defaultRaw('0'),
    exchange: p.json<Frozen<Exchange>>().nullable(),
    amountCharged: p.bigint(),
    chargedCurrency: p.text().$type<CurrencyCode>().default('XOF'),
    netAmount: p.bigint(),
    netCurrency: p.text().$type<CurrencyCode>().default('XOF'),
    display: p.json<Frozen<Partial<Display>>>(),
    customerName: p.text().nullable(),
    customerEmail: p.text().nullable(),
    phone: p.text().nullable(),
    country: p.text().nullable(),
    paymentType: p.text().$type<PaymentMethodType>(),
    network: p.text().nullable(),
    cardLast4: p.text().name('card_last4').nullable(),
    provider: p.text(),
    terminal: () => p.manyToOne(TerminalSchema).nullable(),
    collaborator: () => p.manyToOne(CollaboratorSchema).nullable(),
    failureCode: p.text().nullable(),
    metadata: p.text().defaultRaw("'{}'::text"),
    fundsStatus: p.text().$type<FundsStatus>().nullable(),
    refundedAmount: p.bigint().defaultRaw('0'),
    receiptTokenDigest: p.blob().nullable(),
    operatorRequestId: p.uuid().$type<OperatorRequestId>(),
    operatorState: p.text().$type<'unsent' | 'sent' | 'taken'>().default('unsent'),
    operatorSentAt: p.datetime(3).nullable(),
    providerReference: p.text().nullable(),
    lateOutcomeAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
    completedAt: p.datetime(3).nullable(),
    cashSession: () => p.manyToOne(CashSessionSchema).nullable(),
    paymentLink: () => p.manyToOne(PaymentLinkSchema).nullable(),
    nextActionUrl: p.text().nullable(),
    fundsAvailableAt: p.datetime(3).nullable(),
    fundsMovedAt: p.datetime(3).nullable(),
    callbacks: p.smallint().default(0),
    checkoutId: p.uuid().$type<CheckoutId>().nullable(),
    payerErasedAt: p.datetime(3).nullable(),
  },
})

/** The answer of an idempotency key, sealed. */
export const IdempotencyRecordSchema = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'idempotency_record',
  properties: {
    serviceEnvId: p.uuid().$type<ServiceEnvId>().primary(),
    holderId: p.uuid().primary(),
    route: p.text().primary(),
    key: p.text().primary(),
    fingerprint: p.blob(),
    status: p.integer(),
    requestId: p.text(),
    response: p.blob(),
    madeId: p.uuid(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** A service's recent creations, counted in several rows so that writers rarely collide; maintained by the database. */
export const CreationCountSchema = defineEntity({
  name: 'CreationCount',
  tableName: 'creation_count',
  properties: {
    serviceEnv: () => p.manyToOne(ServiceEnvSchema).primary(),
    part: p.smallint().primary(),
    day: p.datetime(3),
    ofDay: p.integer(),
    minute: p.datetime(3),
    ofMinute: p.integer(),
    ofMinuteBefore: p.integer(),
  },
})

/** The token that an acquirer or a bank charges; sealed. */
export const PaymentTokenSchema = defineEntity({
  name: 'PaymentToken',
  tableName: 'payment_token',
  properties: {
    operatorRequestId: p.uuid().$type<OperatorRequestId>().primary(),
    tokenSealed: p.blob(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})
