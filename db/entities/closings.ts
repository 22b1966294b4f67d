import { defineEntity, p } from '@mikro-orm/core'
import type { ClosingVerdict } from '#domain/closings/closing.ts'
import type { ActId } from '#domain/ids.ts'
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
