import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { CheckoutId, OperatorRequestId, TransactionId } from '#domain/ids.ts'
import type { CurrencyCode } from '#domain/currency.ts'
import type { Display } from '#domain/display.ts'
import type { Exchange } from '#domain/pricing.ts'
import type { ShownFeeRule } from '#domain/transaction-record.ts'
import type { Payer } from '#domain/fee-rule.ts'
import type {
  Channel,
  FundsStatus,
  Mode,
  PaymentMethodType,
  PendingReason,
  TransactionStatus,
  TransactionType,
} from '#domain/transaction.ts'
import type { Frozen } from '#db/types/frozen.ts'
import { CashSessionSchema } from './cash-session.ts'
import { PaymentLinkSchema } from './payment-link.ts'
import { ApiKeySchema, CollaboratorSchema, ServiceEnvSchema, TerminalSchema } from './merchant.ts'

/** A collection or a payout (spec: Transaction); amounts are minor units of the currency named beside them. */
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
    feeRule: p.json<Frozen<ShownFeeRule>>(),
    exchangeAmount: p.bigint(),
    exchange: p.json<Frozen<Exchange>>().nullable(),
    amountCharged: p.bigint(),
    chargedCurrency: p.text().$type<CurrencyCode>(),
    netAmount: p.bigint(),
    netCurrency: p.text().$type<CurrencyCode>(),
    display: p.json<Frozen<Display>>(),
    customerName: p.text().nullable(),
    customerEmail: p.text().nullable(),
    phone: p.text().nullable(),
    country: p.text().nullable(),
    paymentType: p.text().$type<PaymentMethodType>(),
    network: p.text().nullable(),
    cardLast4: p.text().name('card_last4').nullable(),
    nextActionUrl: p.text().nullable(),
    provider: p.text(),
    terminal: () => p.manyToOne(TerminalSchema).nullable(),
    collaborator: () => p.manyToOne(CollaboratorSchema).nullable(),
    cashSession: () => p.manyToOne(CashSessionSchema).nullable(),
    paymentLink: () => p.manyToOne(PaymentLinkSchema).nullable(),
    checkoutId: p.uuid().$type<CheckoutId>().nullable(),
    failureCode: p.text().nullable(),
    metadata: p.text(),
    fundsStatus: p.text().$type<FundsStatus>().nullable(),
    refundedAmount: p.bigint(),
    receiptTokenDigest: p.blob().nullable(),
    operatorRequestId: p.uuid().$type<OperatorRequestId>(),
    operatorState: p.text().$type<'unsent' | 'sent' | 'taken'>(),
    providerReference: p.text().nullable(),
    lateOutcomeAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
  },
})

export type Transaction = InferEntity<typeof TransactionSchema>
