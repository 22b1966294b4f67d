import type { ApiKeyId, ServiceEnvId } from '#domain/ids.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import type { ApiCall } from './keep.ts'
import type { Database } from '#db/connect.ts'
import { newestFirst } from '#db/pages.ts'
import { onPool } from '#db/sql.ts'
import { db } from '#db/statements.ts'

/** A recorded call, and the key it used. */
export interface ApiCallRecord extends ApiCall {
  readonly key: { readonly kind: KeyKind; readonly last4: string }
}

/** Filters calls by time and more; null means all. */
export interface ApiCallFilter {
  readonly from: Date
  readonly to: Date
  /** The call's own request id, or that of the answer it replayed. */
  readonly requestId: string | null
  readonly route: { readonly method: string; readonly path: string } | null
  readonly apiKeyId: ApiKeyId | null
  readonly status: { readonly min: number; readonly max: number } | null
}

/** The position of a list: after this call. */
export type ApiCallPosition = Pick<ApiCall, 'at' | 'id'>

/** Calls of a service in one mode, newest first. */
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
  const after = position && { createdAt: position.at, id: position.id }
  const rows = await onPool(pool).all(
    newestFirst(matching(serviceEnvId, filter), ['c.at', 'c.id'], { limit, after }),
  )
  return rows.map(({ kind, last4, ...call }) => ({ ...call, key: { kind, last4 } }))
}

const calls = db
  .selectFrom('apiCall as c')
  .innerJoin('apiKey as k', 'k.id', 'c.apiKeyId')
  .select(['c.id', 'c.replayOf', 'c.serviceEnvId', 'c.apiKeyId', 'c.at', 'c.method', 'c.route'])
  .select(['c.status', 'c.errorCode', 'c.durationMs', 'c.transactionId', 'k.kind', 'k.last4'])

function matching(
  serviceEnvId: ServiceEnvId,
  { from, to, requestId, route, apiKeyId, status }: ApiCallFilter,
) {
  let found = calls
    .where('c.serviceEnvId', '=', serviceEnvId)
    .where('c.at', '>=', from)
    .where('c.at', '<', to)
  if (requestId !== null)
    found = found.where((eb) =>
      eb.or([eb('c.id', '=', requestId), eb('c.replayOf', '=', requestId)]),
    )
  if (route !== null)
    found = found.where('c.method', '=', route.method).where('c.route', '=', route.path)
  if (apiKeyId !== null) found = found.where('c.apiKeyId', '=', apiKeyId)
  if (status !== null)
    found = found.where('c.status', '>=', status.min).where('c.status', '<=', status.max)
  return found
}
