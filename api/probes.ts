import type { Middleware } from 'koa'

export interface ProbeDependencies {
  /** Whether the parts the service stands on answer, by name. */
  readonly readiness: () => Promise<Readonly<Record<string, boolean>>>
  /** Prometheus text of this process. */
  readonly exposeMetrics: () => Promise<{ readonly text: string; readonly contentType: string }>
}

/** Addresses for those who run the service: alive, ready, figures (contract: Process facts). */
export function probes({ readiness, exposeMetrics }: ProbeDependencies): Middleware {
  return async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next()
    if (addresses.has(context.path)) context.state['route'] = context.path
    switch (context.path) {
      case '/healthz':
        context.body = { status: 'ok' }
        return
      case '/readyz': {
        const parts = await readiness()
        context.status = parts['database'] ? 200 : 503
        context.body = { status: Object.values(parts).every(Boolean) ? 'ok' : 'degraded', ...parts }
        return
      }
      case '/metrics': {
        const { text, contentType } = await exposeMetrics()
        context.set('Content-Type', contentType)
        context.body = text
        return
      }
      default:
        return next()
    }
  }
}

const addresses: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
