import { Router } from '@koa/router'
import type { Middleware, ParameterizedContext } from 'koa'
import { fail } from '#domain/errors/errors.ts'
import { isApiPath } from '#http/api-path.ts'
import type { RequestState } from '#http/request-state.ts'
import { deskOf } from '#web/errors/error-page.tsx'
import { redirect } from './answer.ts'
import { chosenLanguage, handlePage, type PageTools, readSpeech } from './handle-page.ts'
import { meantPath } from './meant-path.ts'
import type { PageRoute } from './route.ts'
import { telling } from './telling.ts'
import { writeAnswer } from './write-answer.ts'

/**
 * Serves the pages, and answers browsers with an error page for unknown paths; the last middleware before the API's
 * 404.
 */
export function mountPages(
  routes: readonly PageRoute[],
  tools: PageTools,
): Middleware<RequestState> {
  const router = new Router<RequestState>({ sensitive: true, strict: true })
  for (const route of routes) {
    router.register(route.path, [route.method], async (context) => {
      context.state.route = route.path
      const speech = readSpeech(context, tools, route.isBilingual)
      await telling(context, { tools, speech, csrfToken: null }, () =>
        handlePage(context, route, tools),
      )
    })
  }
  const serve = router.routes()
  return async (context, next) => {
    const { path } = context
    if (isApiPath(path)) return next()
    const meant = isRead(context) ? meantPath(path) : undefined
    if (meant !== undefined) return lead(context, meant, tools)
    await serve(context as Parameters<typeof serve>[0], async () => {
      const layers = router.match(path, context.method).path
      if (layers.length === 0 && !wantsPage(context)) return next()
      const allowed = [...new Set(layers.flatMap(({ methods }) => methods))].toSorted()
      if (allowed.length > 0) context.set('Allow', allowed.join(', '))
      const speech = readSpeech(context, tools, deskOf(path) !== 'staff')
      const choice = await chosenLanguage(context, tools, speech)
      if (choice) return writeAnswer(context, choice, { tools, csrfToken: null, speech })
      await telling(context, { tools, speech, csrfToken: null }, () => {
        throw allowed.length > 0 ? fail('method_not_allowed', { allowed }) : fail('route_not_found')
      })
    })
  }
}

function lead(
  context: ParameterizedContext<RequestState>,
  path: string,
  tools: PageTools,
): Promise<void> {
  const { search } = context
  const speech = readSpeech(context, tools, true)
  return writeAnswer(context, redirect(path + search), { tools, csrfToken: null, speech })
}

function isRead({ method }: ParameterizedContext): boolean {
  return method === 'GET' || method === 'HEAD'
}

function wantsPage(context: ParameterizedContext): boolean {
  return isRead(context) && (context.req.headers.accept ?? '').includes('text/html')
}
