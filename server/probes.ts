import type { Middleware } from 'koa'
import { isReadOnly } from '#http/read-only.ts'

export interface ProbeDependencies {
  /** Whether the service's dependencies answer, by name. */
  readonly readiness: () => Promise<Readonly<Record<string, boolean>>>
  /** Prometheus text of this process. */
  readonly exposeMetrics: () => Promise<{ readonly text: string; readonly contentType: string }>
}

/** Anybody may ask, so database and Temporal are asked at most once in this time. */
const readinessKeptMs = 1000

/** Health routes for those who run the service: alive, ready (docs/api.md#health). */
export function probes({ readiness }: Pick<ProbeDependencies, 'readiness'>): Middleware {
  const read = keptFor(readinessKeptMs, readiness)
  return onPaths({
    '/healthz': (context) => {
      context.body = { status: 'ok' }
    },
    '/readyz': async (context) => {
      const parts = await read()
      context.status = parts['database'] ? 200 : 503
      context.body = { status: Object.values(parts).every(Boolean) ? 'ok' : 'degraded', ...parts }
    },
  })
}

/**
 * `GET /metrics`, the metrics of this process. They reveal sales volume, so only those who run the service may read
 * them.
 */
export function figures({ exposeMetrics }: Pick<ProbeDependencies, 'exposeMetrics'>): Middleware {
  return onPaths({
    '/metrics': async (context) => {
      const { text, contentType } = await exposeMetrics()
      context.set('Content-Type', contentType)
      context.body = text
    },
  })
}

function onPaths(answers: Readonly<Record<string, Middleware>>): Middleware {
  return async (context, next) => {
    const answer = Object.hasOwn(answers, context.path) && answers[context.path]
    if (!answer || !isReadOnly(context)) return next()
    Object.assign(context.state, { route: context.path, isProbe: true })
    await answer(context, next)
  }
}

function keptFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly until: number } | undefined
  return () => {
    const now = performance.now()
    if (kept === undefined || now >= kept.until) kept = { value: read(), until: now + ms }
    return kept.value
  }
}
