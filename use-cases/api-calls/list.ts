import type { ApiKeyId, ServiceEnvId } from '#domain/ids.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import type { ApiCall } from './keep.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** A call that was kept, and the key it came with. */
export interface ApiCallRecord extends ApiCall {
  readonly key: { readonly kind: KeyKind; readonly last4: string }
}

/** Which calls of a place are meant, from one moment to another; null holds for all. */
export interface ApiCallFilter {
  readonly from: Date
  readonly to: Date
  /** Its own id, or that of the answer it was given again. */
  readonly requestId: string | null
  readonly route: { readonly method: string; readonly path: string } | null
  readonly apiKeyId: ApiKeyId | null
  readonly status: { readonly min: number; readonly max: number } | null
}

/** Where a list goes on: behind this call. */
export type ApiCallPosition = Pick<ApiCall, 'at' | 'id'>

/** Calls of a place, the newest first. */
export async function listApiCalls(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  page: {
    readonly filter: ApiCallFilter
    readonly limit: number
    readonly position?: ApiCallPosition | undefined
  },
): Promise<ApiCallRecord[]> {
  const { filter, limit, position } = page
  const { from, to, requestId, route, apiKeyId, status } = filter
  const values = [serviceEnvId, from, to, limit, requestId, route?.method, route?.path, apiKeyId]
  const rows = await onPool(pool).rows<Row>(
    statement,
    values.concat(status?.min, status?.max, position?.at, position?.id),
  )
  return rows.map(({ kind, last4, at, ...call }) => ({
    ...call,
    at: new Date(at),
    key: { kind, last4 },
  }))
}

const statement = `select c.id, c.replay_of as "replayOf", c.service_env_id as "serviceEnvId", c.api_key_id as "apiKeyId",
    c.at, c.method, c.route, c.status, c.error_code as "errorCode", c.duration_ms as "durationMs",
    c.transaction_id as "transactionId", k.kind, k.last4
  from api_call c join api_key k on k.id = c.api_key_id
  where c.service_env_id = $1 and c.at >= $2 and c.at < $3
    and ($5::uuid is null or c.id = $5 or c.replay_of = $5)
    and ($6::text is null or (c.method = $6 and c.route = $7)) and ($8::uuid is null or c.api_key_id = $8)
    and ($9::int is null or c.status between $9 and $10::int)
    and ($11::timestamptz is null or (c.at, c.id) < ($11, $12::uuid))
  order by c.at desc, c.id desc limit $4`

type Row = Omit<ApiCallRecord, 'key' | 'at'> &
  ApiCallRecord['key'] & {
    readonly at: string
  }
