import { Runtime } from '@temporalio/worker'
import type { Log } from '#platform/log.ts'

/**
 * Once a process, before its first worker: signals stay ours, and Temporal's own lines, native ones too, go to our log.
 * Its figures are shown at `metricsAddress`, where there is one: the native part serves them itself.
 */
export function installTemporalRuntime(log: Log, metricsAddress?: string): void {
  Runtime.install({
    // The process ends by our own hand, after the worker.
    shutdownSignals: [],
    logger: temporalLogger(log),
    telemetryOptions: {
      logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } },
      ...(metricsAddress !== undefined && {
        metrics: {
          prometheus: {
            bindAddress: metricsAddress,
            countersTotalSuffix: true,
            unitSuffix: true,
            useSecondsForDurations: true,
          },
        },
      }),
    },
  })
}

const levels = {
  TRACE: 'debug',
  DEBUG: 'debug',
  INFO: 'debug',
  WARN: 'warn',
  ERROR: 'error',
} as const
type Level = keyof typeof levels

/** Meant so: the queues of webhooks and operators have activities alone (docs/operators.md). */
const meant: ReadonlySet<string> = new Set([
  'No workflows registered, not polling for workflow tasks',
])

/** At our level: Temporal's "info" is our "debug". Native lines, and those of workflows, come through `log` alone. */
function temporalLogger(log: Pick<Log, 'debug' | 'warn' | 'error'>) {
  const at =
    (level: Level) =>
    (message: string, fields: object = {}): void =>
      log[meant.has(message) ? 'debug' : levels[level]](fields, message)
  return {
    log: (level: Level, message: string, fields?: object) => at(level)(message, fields),
    trace: at('TRACE'),
    debug: at('DEBUG'),
    info: at('INFO'),
    warn: at('WARN'),
    error: at('ERROR'),
  }
}
