import { defineEntity, p } from '@mikro-orm/core'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { ApiKeyId, ServiceEnvId, TransactionId } from '#domain/ids.ts'

/** One API call made with a merchant's key; a partition per day. */
export const ApiCallSchema = defineEntity({
  name: 'ApiCall',
  tableName: 'api_call',
  properties: {
    id: p.uuid().primary(),
    replayOf: p.uuid().nullable(),
    serviceEnvId: p.uuid().$type<ServiceEnvId>(),
    apiKeyId: p.uuid().$type<ApiKeyId>(),
    at: p.datetime(3),
    method: p.text(),
    route: p.text(),
    status: p.integer(),
    errorCode: p.text().$type<ErrorCode>().nullable(),
    durationMs: p.integer(),
    transactionId: p.uuid().$type<TransactionId>().nullable(),
  },
})
