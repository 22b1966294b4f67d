import { once } from 'node:events'
import { createServer } from 'node:http'

/** A span as a process exported it. */
export interface ToldSpan {
  /** The process that it ran in. */
  readonly service: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[]
}

/** A trace collector on loopback, which accepts OTLP as JSON. */
export interface TraceCollector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string
  /** All request bodies, as received. */
  readonly bodies: readonly string[]
  /** The value of this header in each request. */
  headers(name: string): readonly (string | undefined)[]
  spans(): ToldSpan[]
  close(): Promise<void>
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly {
        readonly key: string
        readonly value: { readonly stringValue?: string }
      }[]
    }
    readonly scopeSpans: readonly { readonly spans: readonly Omit<ToldSpan, 'service'>[] }[]
  }[]
}

/** Starts it on a free port. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = []
  const heads: NodeJS.Dict<string | string[]>[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      heads.push(request.headers)
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(parts).toString('utf8'))
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bodies,
    headers: (name) => heads.map((head) => head[name]?.toString()),
    spans: () => bodies.flatMap((body) => spansOf(JSON.parse(body) as Export)),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function spansOf({ resourceSpans }: Export): ToldSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name')
    const service = name?.value.stringValue ?? ''
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })))
  })
}
