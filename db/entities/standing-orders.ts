import { defineEntity, p } from '@mikro-orm/core'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { PortalUserId, StandingOrderId, TransactionId } from '#domain/ids.ts'
import type { PausingReason, StandingDayState } from '#domain/standing-orders/order.ts'
import type { Rhythm } from '#domain/standing-orders/timetable.ts'
import { ServiceEnvSchema } from './merchants.ts'
import { AuthorizedAccountSchema } from './payouts.ts'

/** A payout that repeats on a schedule. */
export const StandingOrderSchema = defineEntity({
  name: 'StandingOrder',
  tableName: 'standing_order',
  properties: {
    id: p.uuid().$type<StandingOrderId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    account: () => p.manyToOne(AuthorizedAccountSchema),
    name: p.text(),
    amount: p.bigint().nullable(),
    floor: p.bigint().defaultRaw('0'),
    most: p.bigint().nullable(),
    monthTotal: p.bigint().nullable(),
    rhythm: p.text().$type<Rhythm>(),
    day: p.integer().nullable(),
    hour: p.integer(),
    needsApproval: p.boolean(),
    version: p.integer().default(1),
    madeBy: p.uuid().$type<PortalUserId>(),
    approvedBy: p.uuid().$type<PortalUserId>().nullable(),
    realm: p.text().default('portal'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    activeSince: p.datetime(3).defaultRaw('now()'),
    termsSince: p.datetime(3).defaultRaw('now()'),
    pausedAt: p.datetime(3).nullable(),
    pauseReason: p.text().$type<PausingReason>().nullable(),
    endedAt: p.datetime(3).nullable(),
  },
})

/** One due day of a standing order, decided once. */
export const StandingOrderDaySchema = defineEntity({
  name: 'StandingOrderDay',
  tableName: 'standing_order_day',
  properties: {
    order: () => p.manyToOne(StandingOrderSchema).primary(),
    day: p.date().primary(),
    account: () => p.manyToOne(AuthorizedAccountSchema),
    amount: p.bigint().nullable(),
    payoutId: p.uuid().$type<TransactionId>(),
    state: p.text().$type<StandingDayState>().default('due'),
    isSeen: p.boolean(),
    refusal: p.text().$type<ErrorCode>().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
})
