import type { ParameterizedContext } from 'koa'
import { h } from 'preact'
import type { HttpDependencies } from '#http/dependencies.ts'
import { noteFailure } from '#http/error-layer.ts'
import type { RequestState } from '#http/request-state.ts'
import { ErrorPage } from '#web/errors/error-page.tsx'
import { refusedBy } from '#web/errors/refusal.ts'
import { html } from './answer.ts'
import { type AnswerTools, type Reader, writeAnswer } from './write-answer.ts'

/** Who reads an error page; with the token that the page's search needs, if they are logged in. */
interface Told extends Pick<Reader, 'csrfToken' | 'speech'> {
  readonly tools: AnswerTools & { readonly http: Pick<HttpDependencies, 'log'> }
}

/** Turns whatever is thrown into a page. */
export async function telling(
  context: ParameterizedContext<RequestState>,
  reader: Told,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    const { requestId } = context.state
    const { status, headers, ...said } = refusedBy(thrown, reader.speech.language)
    if (status >= 500) noteFailure(reader.tools.http.log, context.state, thrown)
    const content = h(ErrorPage, { ...said, status, requestId })
    await writeAnswer(context, html(content, { status, headers }), reader)
  }
}
