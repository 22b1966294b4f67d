import type { Middleware } from 'koa'
import type { HttpDependencies } from './dependencies.ts'
import { describeError } from './describe-error.ts'
import { errorHead, errorText, jsonType, toServiceError } from './envelope.ts'
import type { RequestState } from './request-context.ts'

/** Turns whatever is thrown further in into the error envelope; the only place that does. */
export function errorLayer({ docsUrl, log }: HttpDependencies): Middleware<RequestState> {
  return async (context, next) => {
    try {
      await next()
    } catch (thrown) {
      const { requestId, route } = context.state
      const error = toServiceError(thrown)
      const { status, headers } = errorHead(error)
      if (status >= 500 && error !== thrown) {
        log.error(
          { request_id: requestId, route, code: error.code, error: describeError(thrown) },
          'request failed',
        )
      }
      context.set({ ...headers, 'Content-Type': jsonType, 'X-Request-Id': requestId })
      context.status = status
      context.body = errorText(error, requestId, docsUrl)
    }
  }
}
