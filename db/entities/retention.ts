import { defineEntity, p } from '@mikro-orm/core'

/** Up to which time a sweep in the order of time has come. */
export const RetentionMarkSchema = defineEntity({
  name: 'RetentionMark',
  tableName: 'retention_mark',
  properties: {
    name: p.text().$type<'payers'>().primary(),
    reached: p.datetime(3),
  },
})
