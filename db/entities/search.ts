import { defineEntity, p } from '@mikro-orm/core'
import type { ServiceEnvId } from '#domain/ids.ts'

/** A word that somebody who paid at a service is looked for by, or `#` and a number from its end; the database writes them. */
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
