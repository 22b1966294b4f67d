import { setTimeout as pause } from 'node:timers/promises'
import type { WorkflowClientInterceptor } from '@temporalio/client'
import type { Env } from './env.ts'

/** What a process needs to export its part of each trace. */
export interface Tracing {
  /** For Temporal clients: they pass the trace on to runs. */
  readonly clientInterceptors: WorkflowClientInterceptor[]
  /** For workers: their work belongs to the trace of its run. */
  readonly worker: WorkerTracing
  /** Exports pending spans; later ones are lost. */
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
 * Exports traces by OTLP over HTTP if `OTEL_EXPORTER_OTLP_ENDPOINT` is set (docs/monitoring.md#traces); otherwise
 * undefined, and nothing of the SDK is loaded. Once per process, before its first connection to Temporal.
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
            // Otherwise all run info would be on every span, including the merchant's reference.
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
/** A process that ends does not wait long for a collector that does not answer. */
const stopWithinMs = 2000
