import type { Middleware } from 'koa'

export interface ProbeDependencies {
  /** Whether the parts the service stands on answer, by name. */
  readonly readiness: () => Promise<Readonly<Record<string, boolean>>>
  /** Prometheus text of this process. */
  readonly exposeMetrics: () => Promise<{ readonly text: string; readonly contentType: string }>
}

/** Addresses for those who run the service: alive, ready, figures (docs/api.md#health). */
export function probes(dependencies: ProbeDependencies): Middleware {
  const answers: Readonly<Record<string, Middleware>> = {
    '/healthz': (context) => {
      context.body = { status: 'ok' }
    },
    '/readyz': async (context) => {
      const parts = await dependencies.readiness()
      context.status = parts['database'] ? 200 : 503
      context.body = { status: Object.values(parts).every(Boolean) ? 'ok' : 'degraded', ...parts }
    },
    '/metrics': async (context) => {
      const { text, contentType } = await dependencies.exposeMetrics()
      context.set('Content-Type', contentType)
      context.body = text
    },
  }
  return async (context, next) => {
    const isRead = context.method === 'GET' || context.method === 'HEAD'
    const answer = isRead && Object.hasOwn(answers, context.path) && answers[context.path]
    if (!answer) return next()
    context.state['route'] = context.path
    await answer(context, next)
  }
}
