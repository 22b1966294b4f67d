import { defineEntity, p } from '@mikro-orm/core'
import type { ServiceEnvId } from '#domain/ids.ts'

/** A search word for a payer of a service, or `#` and the last digits of a number; written by triggers. */
export const PayerWordSchema = defineEntity({
  name: 'PayerWord',
  tableName: 'payer_word',
  properties: {
    serviceEnvId: p.uuid().$type<ServiceEnvId>().primary(),
    word: p.text().primary(),
    phone: p.text().primary(),
    name: p.text().primary(),
  },
})
