import { defineEntity, p } from '@mikro-orm/core'
import { TransactionSchema } from './transactions.ts'

/** The time up to which a sweep has deleted old rows. */
export const RetentionMarkSchema = defineEntity({
  name: 'RetentionMark',
  tableName: 'retention_mark',
  properties: {
    name: p.text().$type<'payers'>().primary(),
    reached: p.datetime(3),
  },
})

/** A payment that still needed its payer when the sweep passed it; the sweep comes back to it. */
export const PayerKeptSchema = defineEntity({
  name: 'PayerKept',
  tableName: 'payer_kept',
  properties: {
    transaction: () => p.manyToOne(TransactionSchema).primary(),
  },
})
