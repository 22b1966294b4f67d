import { defineEntity, p } from '@mikro-orm/core'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { FundsAct } from '#domain/funds/funds.ts'
import type { ActId, OperatorRequestId, RefundId, StaffMemberId } from '#domain/ids.ts'
import type { RefundAct, RefundOrigin, RefundStatus } from '#domain/refunds/refund.ts'
import { ServiceEnvSchema } from './merchants.ts'
import { TransactionSchema } from './transactions.ts'

/** What of a payment goes back; amounts are minor units of its currency. */
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
    requestedBy: p.uuid(),
    approvalsNeeded: p.integer(),
    approvedBy: p.uuid().$type<StaffMemberId>().nullable(),
    secondApprovedBy: p.uuid().$type<StaffMemberId>().nullable(),
    failureCode: p.text().nullable(),
    attentionAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    completedAt: p.datetime(3).nullable(),
    callbacks: p.smallint().default(0),
    realm: p.text().default('staff'),
  },
})

/** What somebody ordered on a refund, written before its run is told. */
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

/** What somebody ordered on the funds of a payment, written before its run is told. */
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
