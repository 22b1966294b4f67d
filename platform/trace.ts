import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** The name and attributes of a span. They come from the code: no person, reference or address. */
export interface SpanFacts {
  readonly name: string
  readonly kind?: 'server' | 'client' | 'producer'
  readonly attributes?: Attributes
}

/** Adds the result to a span; renames it if the name was not known at the start. */
export type NoteSpan = (attributes: Attributes, name?: string) => void

/**
 * Runs work in a span of the current trace. Only the type of an error is recorded, because messages may contain
 * personal data. With tracing off (docs/monitoring.md#traces) it only runs the work.
 */
export function inSpan<Result>(
  { name, kind, attributes = {} }: SpanFacts,
  work: (note: NoteSpan) => Promise<Result>,
): Promise<Result> {
  const options = { kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind], attributes }
  return trace.getTracer('payment-service').startActiveSpan(name, options, async (span) => {
    try {
      return await work((more, known) => {
        span.setAttributes(more)
        if (known !== undefined) span.updateName(known)
      })
    } catch (error) {
      const message = error instanceof Error ? error.name : 'error'
      span.setStatus({ code: SpanStatusCode.ERROR, message })
      throw error
    } finally {
      span.end()
    }
  })
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
} as const

/** The current trace as W3C `traceparent`; null outside a trace, or with tracing off. */
export function currentTrace(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** Runs work as part of a trace that began elsewhere, possibly in another process. */
export function inTraceOf<Result>(
  traceparent: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  if (traceparent === null) return work()
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), work)
}
