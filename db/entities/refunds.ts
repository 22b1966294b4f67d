import { defineEntity, p } from '@mikro-orm/core'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { FundsAct } from '#domain/funds/funds.ts'
import type { FundsRuleKind } from '#domain/funds/rules.ts'
import type { ActId, FundsRuleId, OperatorRequestId, RefundId, StaffMemberId } from '#domain/ids.ts'
import type { RefundAct, RefundOrigin, RefundStatus } from '#domain/refunds/refund.ts'
import { MerchantSchema, ServiceEnvSchema } from './merchants.ts'
import { TransactionSchema } from './transactions.ts'

/** A refund; amounts are minor units of the payment's currency. */
export const RefundSchema = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  properties: {
    id: p.uuid().$type<RefundId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    transaction: () => p.manyToOne(TransactionSchema),
    amount: p.bigint(),
    currency: p.text().$type<CurrencyCode>(),
    fundsAmount: p.bigint().defaultRaw('0'),
    feesRefunded: p.bigint().defaultRaw('0'),
    status: p.text().$type<RefundStatus>().default('pending'),
    reason: p.text().nullable(),
    origin: p.text().$type<RefundOrigin>(),
    provider: p.text(),
    providerReference: p.text().nullable(),
    operatorRequestId: p.uuid().$type<OperatorRequestId>(),
    operatorState: p.text().$type<'unsent' | 'sent' | 'taken'>().default('unsent'),
    operatorSentAt: p.datetime(3).nullable(),
    requestedBy: p.uuid(),
    approvalsNeeded: p.integer(),
    approvedBy: p.uuid().$type<StaffMemberId>().nullable(),
    secondApprovedBy: p.uuid().$type<StaffMemberId>().nullable(),
    approvedInSandbox: p.boolean().default(false),
    failureCode: p.text().nullable(),
    attentionAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    completedAt: p.datetime(3).nullable(),
    callbacks: p.smallint().default(0),
    realm: p.text().default('staff'),
  },
})

/** An action on a refund, recorded before its run gets it. */
export const RefundActSchema = defineEntity({
  name: 'RefundAct',
  tableName: 'refund_act',
  properties: {
    id: p.uuid().$type<ActId>().primary(),
    refund: () => p.manyToOne(RefundSchema),
    act: p.text().$type<RefundAct>(),
    actedBy: p.uuid(),
    reason: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    appliedAt: p.datetime(3).nullable(),
  },
})

/** An action on the funds of a payment, recorded before their run gets it. */
export const FundsActSchema = defineEntity({
  name: 'FundsAct',
  tableName: 'funds_act',
  properties: {
    id: p.uuid().$type<ActId>().primary(),
    transaction: () => p.manyToOne(TransactionSchema),
    act: p.text().$type<FundsAct>(),
    actedBy: p.uuid(),
    reason: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    appliedAt: p.datetime(3).nullable(),
  },
})

/** A rule that holds the funds of live payments until staff decides. */
export const FundsRuleSchema = defineEntity({
  name: 'FundsRule',
  tableName: 'funds_rule',
  properties: {
    id: p.uuid().$type<FundsRuleId>().primary(),
    merchant: () => p.manyToOne(MerchantSchema).nullable(),
    kind: p.text().$type<FundsRuleKind>(),
    amount: p.bigint().nullable(),
    days: p.integer().nullable(),
    provider: p.text().nullable(),
    reason: p.text(),
    madeBy: p.uuid().$type<StaffMemberId>(),
    madeAt: p.datetime(3).defaultRaw('now()'),
    endedBy: p.uuid().$type<StaffMemberId>().nullable(),
    endedAt: p.datetime(3).nullable(),
    realm: p.text().default('staff'),
  },
})
