import { defineEntity, p } from '@mikro-orm/core'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { FigureDimension } from '#domain/dashboard/figures.ts'
import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { FinalStatus, TransactionType } from '#domain/transactions/transaction.ts'
import { ServiceEnvSchema } from './merchants.ts'

const kind = {
  day: p.date(),
  dimension: p.text().$type<FigureDimension>(),
  value: p.text(),
  type: p.text().$type<TransactionType>(),
  status: p.text().$type<FinalStatus>(),
  chargedCurrency: p.text().$type<CurrencyCode>(),
  netCurrency: p.text().$type<CurrencyCode>(),
}

const sums = { charged: p.bigint(), fees: p.bigint(), net: p.bigint() }

/** The payments of one day: their number, and their sums in minor units. */
export const DayFigureSchema = defineEntity({
  name: 'DayFigure',
  tableName: 'day_figure',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    ...kind,
    count: p.bigint(),
    ...sums,
    /** What they cost the merchant; null until it is filled in. */
    borne: p.bigint().nullable(),
  },
})

/** Payments that ended and are not in the sums yet. */
export const FigureDueSchema = defineEntity({
  name: 'FigureDue',
  tableName: 'figure_due',
  properties: {
    serviceEnvId: p.uuid().$type<ServiceEnvId>().primary(),
    transactionId: p.uuid().$type<TransactionId>().primary(),
  },
})

/** What each ended payment adds to the sums: a view, read only. */
export const FigurePartSchema = defineEntity({
  name: 'FigurePart',
  tableName: 'figure_part',
  properties: {
    transactionId: p.uuid().$type<TransactionId>().primary(),
    serviceEnvId: p.uuid().$type<ServiceEnvId>(),
    createdAt: p.datetime(3),
    ...kind,
    ...sums,
    borne: p.bigint(),
  },
})
