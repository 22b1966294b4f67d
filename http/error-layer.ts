import type { Middleware } from 'koa'
import { errorTable } from '#domain/errors/errors.ts'
import { askedLanguage } from './asked-language.ts'
import type { HttpDependencies, Log } from './dependencies.ts'
import { describeError } from './describe-error.ts'
import { errorHead, errorText, jsonType, toServiceError } from './envelope.ts'
import type { RequestState } from './request-state.ts'

/** Turns whatever inner layers throw into the error envelope; nothing else does. */
export function errorLayer({
  docsUrl,
  staffDocsUrl,
  log,
}: HttpDependencies): Middleware<RequestState> {
  return async (context, next) => {
    try {
      await next()
    } catch (thrown) {
      const { requestId } = context.state
      const error = toServiceError(thrown)
      context.state.refusal = error
      const { status, headers } = errorHead(error)
      noteFailure(log, context.state, thrown)
      context.set({ ...headers, 'Content-Type': jsonType, 'X-Request-Id': requestId })
      context.status = status
      const language = askedLanguage(context)
      context.append('Vary', 'Accept-Language')
      // The raw URL: requests whose URL cannot be parsed need an answer too.
      const root = context.req.url?.startsWith('/staff/') ? staffDocsUrl : docsUrl
      context.body = errorText(error, requestId, { docsUrl: root, language })
    }
  }
}

/** Logs failures on our side; intended refusals only go to the caller, and work ends where its client leaves. */
export function noteFailure(log: Log, state: RequestState, thrown: unknown): void {
  const error = toServiceError(thrown)
  if (errorTable[error.code].http < 500 || error === thrown) return
  if (isAbort(thrown) && state.clientLeft().aborted) return
  const { requestId, route } = state
  log.error(
    { request_id: requestId, route, code: error.code, error: describeError(thrown) },
    'request failed',
  )
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError'
}
