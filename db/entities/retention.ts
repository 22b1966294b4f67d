import { defineEntity, p } from '@mikro-orm/core'

/** The time up to which a sweep has deleted old rows. */
export const RetentionMarkSchema = defineEntity({
  name: 'RetentionMark',
  tableName: 'retention_mark',
  properties: {
    name: p.text().$type<'payers'>().primary(),
    reached: p.datetime(3),
  },
})
