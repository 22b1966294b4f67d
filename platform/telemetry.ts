import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The figures of one process, as `GET /metrics` shows them. */
export interface Telemetry {
  readonly registry: Registry
  /** One answered request; `route` is the matched pattern, never the path, so that labels stay few. */
  observeRequest(request: ObservedRequest): void
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>
  gauge<L extends string>(name: string, help: string, labels?: readonly L[]): Gauge<L>
  /** A gauge that is read when somebody looks; not a number while it cannot be read. */
  reading(name: string, help: string, read: () => Promise<number>): void
  histogram<L extends string>(name: string, help: string, labels?: readonly L[]): Histogram<L>
  /** The Prometheus text and its content type. */
  expose(): Promise<{ readonly text: string; readonly contentType: string }>
}

export interface ObservedRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly durationSeconds: number
}

/** A registry of its own with the process figures and the request histogram. */
export function createTelemetry(): Telemetry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: durationBucketsSeconds,
    registers: [registry],
  })
  return {
    registry,
    observeRequest: ({ method, route, status, durationSeconds }) => {
      requests.observe({ method, route, status: String(status) }, durationSeconds)
    },
    counter: (name, help, labels = []) =>
      new Counter({ name, help, labelNames: labels, registers: [registry] }),
    gauge: (name, help, labels = []) =>
      new Gauge({ name, help, labelNames: labels, registers: [registry] }),
    reading: (name, help, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect: async () => gauge.set(await read().catch(() => Number.NaN)),
      })
    },
    histogram: (name, help, labels = []) =>
      new Histogram({
        name,
        help,
        labelNames: labels,
        buckets: durationBucketsSeconds,
        registers: [registry],
      }),
    expose: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  }
}

const durationBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30]
