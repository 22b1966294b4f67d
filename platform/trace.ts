import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** What a span is called and says. Names and values are of the code: no person, no reference, no address. */
export interface SpanFacts {
  readonly name: string
  readonly kind?: 'server' | 'client' | 'producer'
  readonly attributes?: Attributes
}

/** Adds to a span what became of it; another name where the first was not known at its start. */
export type NoteSpan = (attributes: Attributes, name?: string) => void

/**
 * Runs work as a span of the current trace. Of an error its kind alone is kept, for messages may quote a person. While
 * tracing is off (docs/monitoring.md#traces) it only runs the work.
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

/** The trace that runs here, in the form of W3C's `traceparent`; null outside of any, and while tracing is off. */
export function currentTrace(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** Runs work as a part of a trace that began elsewhere, maybe in another process. */
export function inTraceOf<Result>(
  traceparent: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  if (traceparent === null) return work()
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), work)
}
