import { defineEntity, p } from '@mikro-orm/core'
import type { Frozen } from '#db/types/frozen.ts'
import type { QuoteId, ServiceEnvId, TerminalId, TransactionId } from '#domain/ids.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Display } from '#domain/pricing/display.ts'
import type { Pricing } from '#domain/pricing/pricing.ts'
import type {
  Channel,
  PaymentMethodType,
  TransactionType,
} from '#domain/transactions/transaction.ts'

/** A quoted price that is binding for a while, for one payment. */
export const QuoteSchema = defineEntity({
  name: 'Quote',
  tableName: 'quote',
  properties: {
    id: p.uuid().$type<QuoteId>().primary(),
    serviceEnvId: p.uuid().$type<ServiceEnvId>(),
    type: p.text().$type<TransactionType>(),
    channel: p.text().$type<Channel>(),
    terminalId: p.uuid().$type<TerminalId>().nullable(),
    provider: p.text(),
    paymentMethod: p.text().$type<PaymentMethodType>(),
    phoneDigest: p.blob().nullable(),
    amount: p.bigint(),
    currency: p.text().$type<CurrencyCode>(),
    pricing: p.json<Frozen<Pricing>>(),
    display: p.json<Frozen<Display>>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
    transactionId: p.uuid().$type<TransactionId>().nullable(),
  },
})

/** The maximum age of a rate, in hours: of a currency, or `default`. */
export const ExchangeRateAgeSchema = defineEntity({
  name: 'ExchangeRateAge',
  tableName: 'exchange_rate_age',
  properties: {
    currency: p.text().primary(),
    hours: p.integer(),
  },
})
