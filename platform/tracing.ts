import { setTimeout as pause } from 'node:timers/promises'
import type { WorkflowClientInterceptor } from '@temporalio/client'
import type { Env } from './env.ts'

/** What a process needs so that its part of each trace is told. */
export interface Tracing {
  /** For the clients of Temporal: they hand the trace on to the runs. */
  readonly clientInterceptors: WorkflowClientInterceptor[]
  /** For the workers: what they run belongs to the trace of the run. */
  readonly worker: WorkerTracing
  /** Tells what is not told yet; later spans are lost. */
  stop(): Promise<void>
}

type RunInfo = Parameters<WorkerTracing['sinks']['exporter']['export']['fn']>[0]
type Interceptors = typeof import('@temporalio/interceptors-opentelemetry')

/** How a worker takes part in traces. */
export interface WorkerTracing {
  readonly activity: (
    context: ConstructorParameters<Interceptors['OpenTelemetryActivityInboundInterceptor']>[0],
  ) => {
    readonly inbound: InstanceType<Interceptors['OpenTelemetryActivityInboundInterceptor']>
  }
  readonly sinks: { exporter: ReturnType<Interceptors['makeWorkflowExporter']> }
}

/**
 * Tells traces by OTLP over HTTP where `OTEL_EXPORTER_OTLP_ENDPOINT` is set (docs/monitoring.md#traces); undefined, and
 * nothing of the SDK is loaded, where it is not. Once a process, before its first connection to Temporal.
 */
export async function startTracing(
  { traceEndpoint, traceHeaders }: Pick<Env, 'traceEndpoint' | 'traceHeaders'>,
  serviceName: string,
): Promise<Tracing | undefined> {
  if (traceEndpoint === undefined) return undefined
  const [sdk, hooks, exporters, resources, core, temporal] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
    import('@temporalio/interceptors-opentelemetry'),
  ])
  const url = `${traceEndpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new exporters.OTLPTraceExporter({ url, headers: { ...traceHeaders } })
  const processor = new sdk.BatchSpanProcessor(exporter, { scheduledDelayMillis: toldEveryMs })
  const resource = new resources.Resource({ 'service.name': serviceName })
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [processor] })
  provider.register({
    contextManager: new hooks.AsyncLocalStorageContextManager(),
    propagator: new core.W3CTraceContextPropagator(),
  })
  const told = temporal.makeWorkflowExporter(processor, resource)
  return {
    clientInterceptors: [new temporal.OpenTelemetryWorkflowClientInterceptor()],
    worker: {
      activity: (context) => ({
        inbound: new temporal.OpenTelemetryActivityInboundInterceptor(context),
      }),
      sinks: {
        exporter: {
          export: {
            // All that Temporal knows of a run would stand on each of its spans, the merchant's reference too.
            fn: ({ workflowId, runId, workflowType }, spans) =>
              told.export.fn({ workflowId, runId, workflowType } as RunInfo, spans),
          },
        },
      },
    },
    stop: () => Promise.race([provider.shutdown().catch(() => {}), pause(stopWithinMs)]),
  }
}

const toldEveryMs = 2000
/** A process that ends does not wait long for a collector that is silent. */
const stopWithinMs = 2000
