import { defineEntity, p } from '@mikro-orm/core'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { FeeLevel, Payer } from '#domain/pricing/fee-rule.ts'
import type { TermsChangeState } from '#domain/pricing/agreed.ts'
import type { StaffMemberId, TermsChangeId } from '#domain/ids.ts'
import type { Channel, TransactionType } from '#domain/transactions/transaction.ts'
import { ServiceEnvSchema } from './merchants.ts'
import { TerminalSchema } from './terminals.ts'

/** A fee rule for transactions; the most specific one applies. */
export const FeeRuleSchema = defineEntity({
  name: 'FeeRule',
  tableName: 'fee_rule',
  properties: {
    id: p.uuid().primary(),
    level: p.text().$type<FeeLevel>(),
    type: p.text().$type<TransactionType>().default('collection'),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema).nullable(),
    channel: p.text().$type<Channel>().nullable(),
    terminal: () => p.manyToOne(TerminalSchema).nullable(),
    provider: p.text().nullable(),
    kind: p.text().$type<'percentage' | 'fixed'>(),
    value: p.decimal('string').precision(12).scale(4),
    payer: p.text().$type<Payer>().default('customer'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** A rate that takes two people, as the first of them entered it. */
export const ExchangeRateEntrySchema = defineEntity({
  name: 'ExchangeRateEntry',
  tableName: 'exchange_rate_entry',
  properties: {
    id: p.uuid().primary(),
    currency: p.text().$type<CurrencyCode>(),
    xofPerUnit: p.decimal('string').precision(20).scale(10),
    at: p.datetime(3).nullable(),
    enteredBy: p.uuid().$type<StaffMemberId>(),
    realm: p.text().default('staff'),
    enteredAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** The rate of a floating currency from a given time on, from a named source. */
export const ExchangeRateSchema = defineEntity({
  name: 'ExchangeRate',
  tableName: 'exchange_rate',
  properties: {
    id: p.uuid().primary(),
    currency: p.text().$type<CurrencyCode>(),
    xofPerUnit: p.decimal('string').precision(20).scale(10),
    source: p.text(),
    at: p.datetime(3),
    enteredBy: p.uuid().$type<StaffMemberId>().nullable(),
    realm: p.text().default('staff'),
  },
})

/** New terms that one member of staff proposed, and another decided on. */
export const TermsChangeSchema = defineEntity({
  name: 'TermsChange',
  tableName: 'terms_change',
  properties: {
    id: p.uuid().$type<TermsChangeId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    collectionKind: p.text().$type<'percentage' | 'fixed'>(),
    collectionValue: p.decimal('string').precision(12).scale(4),
    collectionPayer: p.text().$type<Payer>(),
    payoutKind: p.text().$type<'percentage' | 'fixed'>(),
    payoutValue: p.decimal('string').precision(12).scale(4),
    exchangeFeePercent: p.decimal('string').precision(7).scale(4),
    exchangeFeePayer: p.text().$type<Payer>(),
    exchangeMarginPercent: p.decimal('string').precision(7).scale(4),
    exchangeMarginPayer: p.text().$type<Payer>(),
    availabilityDelayHours: p.integer(),
    reason: p.text(),
    state: p.text().$type<TermsChangeState>().default('waiting'),
    askedBy: p.uuid().$type<StaffMemberId>(),
    askedAt: p.datetime(3).defaultRaw('now()'),
    decidedBy: p.uuid().$type<StaffMemberId>().nullable(),
    decidedAt: p.datetime(3).nullable(),
    realm: p.text().default('staff'),
  },
})
