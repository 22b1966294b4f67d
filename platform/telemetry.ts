import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of one process, as `GET /metrics` exposes them. */
export interface Telemetry {
  readonly registry: Registry
  /** One answered request; `route` is the matched pattern, never the path, so that labels stay few. */
  observeRequest(request: ObservedRequest): void
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>
  gauge<L extends string>(name: string, help: string, labels?: readonly L[]): Gauge<L>
  /**
   * Gauges that are read together, once per scrape. If reading fails, those without labels are NaN and those with
   * labels are omitted.
   */
  readings<Name extends string>(
    gauges: Readonly<Record<Name, ReadGauge>>,
    read: () => Promise<Readonly<Record<Name, Reading>>>,
  ): void
  histogram<L extends string>(name: string, help: string, labels?: readonly L[]): Histogram<L>
  /** The Prometheus text and its content type. */
  expose(): Promise<{ readonly text: string; readonly contentType: string }>
}

export interface ReadGauge {
  readonly help: string
  readonly labels?: readonly string[]
}

/** A number; for a gauge with labels, one per combination of values. */
export type Reading = number | readonly LabelledReading[]
export interface LabelledReading {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface ObservedRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly durationSeconds: number
}

/** A registry with the default process metrics and the request histogram. */
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
    readings: (gauges, read) => registerReadings(registry, gauges, read),
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

/** A scrape collects all gauges of a registry at once: those that are read together share one read. */
function registerReadings<Name extends string>(
  registry: Registry,
  gauges: Readonly<Record<Name, ReadGauge>>,
  read: () => Promise<Readonly<Record<Name, Reading>>>,
): void {
  let underWay: ReturnType<typeof read> | undefined
  const readOnce = (): ReturnType<typeof read> =>
    (underWay ??= read().finally(() => {
      underWay = undefined
    }))
  for (const name of Object.keys(gauges) as Name[]) {
    const { help, labels = [] } = gauges[name]
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      collect: async () => {
        const unread = labels.length === 0 ? Number.NaN : []
        show(
          gauge,
          await readOnce().then(
            (found): Reading => found[name],
            () => unread,
          ),
        )
      },
    })
  }
}

function show(gauge: Gauge, reading: Reading): void {
  gauge.reset()
  if (typeof reading === 'number') gauge.set(reading)
  else for (const { labels, value } of reading) gauge.set(labels, value)
}
