import type { ParameterizedContext } from 'koa'
import type { ApiCall } from '#use-cases/api-calls/keep.ts'
import type { RequestState } from './request-state.ts'

/** What is kept of an answered request for whose key made it; undefined where no key of a merchant did. */
export function apiCallOf(
  context: ParameterizedContext<RequestState>,
  { status, seconds }: { readonly status: number; readonly seconds: number },
): ApiCall | undefined {
  const { requestId, route, caller, refusal } = context.state
  if (route === null || caller === null || 'person' in caller) return undefined
  const answeredAs = context.response.get('X-Request-Id')
  return {
    id: requestId,
    replayOf: answeredAs === requestId ? null : answeredAs,
    serviceEnvId: caller.serviceEnvId,
    apiKeyId: caller.apiKeyId,
    at: new Date(Date.now() - seconds * 1000),
    method: context.method,
    route,
    status,
    errorCode: refusal?.code ?? null,
    durationMs: Math.round(seconds * 1000),
    transactionId: transactionOf(context, refusal),
  }
}

const transactionPath = /\/v2\/transactions\/([0-9a-f-]{36})(?:\/|$)/

/** The one that was made, read or changed, or that the refusal names: never an id that the caller only asked for. */
function transactionOf(
  { path, response }: ParameterizedContext<RequestState>,
  refusal: RequestState['refusal'],
): string | null {
  const told = refusal?.details['transaction_id']
  if (refusal) return typeof told === 'string' ? told : null
  const [, id = null] = transactionPath.exec(response.get('Location') || path) ?? []
  return id
}
