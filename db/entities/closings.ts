import { defineEntity, p } from '@mikro-orm/core'
import type { ClosingVerdict } from '#domain/closings/closing.ts'
import type { SettlementState } from '#domain/contradictions/contradiction.ts'
import type {
  ActId,
  RefundId,
  ServiceEnvId,
  SettlementId,
  StaffMemberId,
  TransactionId,
} from '#domain/ids.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { RefundSchema } from './refunds.ts'
import { TransactionSchema } from './transactions.ts'

/** An order that has ended here while its operator may still move money. */
export const LateWatchSchema = defineEntity({
  name: 'LateWatch',
  tableName: 'late_watch',
  properties: {
    transaction: () => p.manyToOne(TransactionSchema).primary(),
    refund: () => p.manyToOne(RefundSchema).nullable(),
    openedAt: p.datetime(3).defaultRaw('now()'),
    closedAt: p.datetime(3).nullable(),
  },
})

/** A verdict of staff on a payout or refund whose operator does not report an outcome. */
export const ClosingSchema = defineEntity({
  name: 'Closing',
  tableName: 'closing',
  properties: {
    id: p.uuid().$type<ActId>().primary(),
    transaction: () => p.manyToOne(TransactionSchema),
    refund: () => p.manyToOne(RefundSchema).nullable(),
    verdict: p.text().$type<ClosingVerdict>(),
    operatorReference: p.text(),
    mayShareReference: p.boolean().nullable(),
    reason: p.text(),
    approvalsNeeded: p.integer().$type<1 | 2>(),
    closedBy: p.uuid(),
    realm: p.text().default('staff'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    countedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    contradictedAt: p.datetime(3).nullable(),
  },
})

/** What its operator reported as not paid, or taken back, after it had succeeded by that operator's own answer. */
export const UnpaidAfterAllSchema = defineEntity({
  name: 'UnpaidAfterAll',
  tableName: 'unpaid_after_all',
  properties: {
    orderId: p.uuid().primary(),
    transaction: () => p.manyToOne(TransactionSchema),
    refund: () => p.manyToOne(RefundSchema).nullable(),
    toldAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** A payout or refund that its operator reported as paid after it had ended unpaid by that operator's own answer. */
export const PaidAfterAllSchema = defineEntity({
  name: 'PaidAfterAll',
  tableName: 'paid_after_all',
  properties: {
    orderId: p.uuid().primary(),
    transaction: () => p.manyToOne(TransactionSchema),
    refund: () => p.manyToOne(RefundSchema).nullable(),
    toldAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** What its operator said of an order after it had contradicted it: the words after the first one, which alternate. */
export const LaterWordSchema = defineEntity({
  name: 'LaterWord',
  tableName: 'later_word',
  properties: {
    orderId: p.uuid().primary(),
    number: p.integer().primary(),
    transaction: () => p.manyToOne(TransactionSchema),
    refund: () => p.manyToOne(RefundSchema).nullable(),
    toldAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** What the account `contradicted` holds of a payout or refund: a view, read only. */
export const ContradictionSchema = defineEntity({
  name: 'Contradiction',
  tableName: 'contradiction',
  properties: {
    id: p.uuid().$type<TransactionId | RefundId>().primary(),
    transactionId: p.uuid().$type<TransactionId>(),
    refundId: p.uuid().$type<RefundId>().nullable(),
    serviceEnvId: p.uuid().$type<ServiceEnvId>(),
    mode: p.text().$type<Mode>(),
    currency: p.text().$type<CurrencyCode>(),
    at: p.datetime(3),
    booked: p.bigint(),
    open: p.bigint(),
  },
})

/** A settlement of a contradiction, that a member of staff asked for and another decides on. */
export const ContradictionSettlementSchema = defineEntity({
  name: 'ContradictionSettlement',
  tableName: 'contradiction_settlement',
  properties: {
    id: p.uuid().$type<SettlementId>().primary(),
    orderId: p.uuid(),
    transaction: () => p.manyToOne(TransactionSchema),
    refund: () => p.manyToOne(RefundSchema).nullable(),
    number: p.integer().defaultRaw('1'),
    amount: p.bigint(),
    writtenOff: p.bigint().defaultRaw('0'),
    fundsAmount: p.bigint().defaultRaw('0'),
    reason: p.text(),
    state: p.text().$type<SettlementState>().default('waiting'),
    askedBy: p.uuid().$type<StaffMemberId>(),
    askedAt: p.datetime(3).defaultRaw('now()'),
    decidedBy: p.uuid().$type<StaffMemberId>().nullable(),
    decidedAt: p.datetime(3).nullable(),
    realm: p.text().default('staff'),
  },
})
