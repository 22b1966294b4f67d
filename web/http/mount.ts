import { Router } from '@koa/router'
import { h } from 'preact'
import type { Middleware, ParameterizedContext } from 'koa'
import { fail } from '#domain/errors/errors.ts'
import { isApiPath } from '#http/api-path.ts'
import { noteFailure } from '#http/error-layer.ts'
import type { RequestState } from '#http/request-state.ts'
import { deskOf, ErrorPage } from '#web/errors/error-page.tsx'
import { refusedBy } from '#web/errors/refusal.ts'
import { html } from './answer.ts'
import { chosenLanguage, handlePage, type PageTools, readSpeech } from './handle-page.ts'
import type { Speech } from './language.ts'
import type { PageRoute } from './route.ts'
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
      await telling(context, { tools, speech }, () => handlePage(context, route, tools))
    })
  }
  const serve = router.routes()
  return async (context, next) => {
    const { path } = context
    if (isApiPath(path)) return next()
    await serve(context as Parameters<typeof serve>[0], async () => {
      const layers = router.match(path, context.method).path
      if (layers.length === 0 && !wantsPage(context)) return next()
      const allowed = [...new Set(layers.flatMap(({ methods }) => methods))].toSorted()
      if (allowed.length > 0) context.set('Allow', allowed.join(', '))
      const speech = readSpeech(context, tools, deskOf(path) !== 'staff')
      const choice = await chosenLanguage(context, tools, speech)
      if (choice) return writeAnswer(context, choice, { tools, csrfToken: null, speech })
      await telling(context, { tools, speech }, () => {
        throw allowed.length > 0 ? fail('method_not_allowed', { allowed }) : fail('route_not_found')
      })
    })
  }
}

type Context = ParameterizedContext<RequestState>

/** Turns whatever is thrown into a page. */
async function telling(
  context: Context,
  reader: { readonly tools: PageTools; readonly speech: Speech },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    const { requestId } = context.state
    const { status, headers, ...said } = refusedBy(thrown, reader.speech.language)
    if (status >= 500) noteFailure(reader.tools.http.log, context.state, thrown)
    const content = h(ErrorPage, { ...said, status, requestId })
    await writeAnswer(context, html(content, { status, headers }), { ...reader, csrfToken: null })
  }
}

function wantsPage({ method, req }: Context): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && (req.headers.accept ?? '').includes('text/html')
}
