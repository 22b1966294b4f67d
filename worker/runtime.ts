import { ApplicationFailure } from '@temporalio/common'
import { Runtime } from '@temporalio/worker'
import type { Log } from '#platform/log.ts'

/**
 * Called once per process, before its first worker: we keep handling signals ourselves, and Temporal's log lines,
 * including native ones, go to our log. With `metricsAddress` the native part serves its metrics there.
 */
export function installTemporalRuntime(log: Log, metricsAddress?: string): void {
  Runtime.install({
    // We end the process ourselves, after the worker.
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

/** Expected: the queues of webhooks and operators have only activities (docs/operators.md). */
const meant: ReadonlySet<string> = new Set([
  'No workflows registered, not polling for workflow tasks',
])

/** A failure of ours has a line already, with the error itself (activities/failures.ts). */
function isTold(message: string, fields: object): boolean {
  return (
    message === 'Activity failed' && 'error' in fields && fields.error instanceof ApplicationFailure
  )
}

/**
 * Translates levels: Temporal's "info" is our "debug". Native lines, and those of workflows, only come through `log`.
 */
function temporalLogger(log: Pick<Log, 'debug' | 'warn' | 'error'>) {
  const at =
    (level: Level) =>
    (message: string, fields: object = {}): void =>
      log[meant.has(message) || isTold(message, fields) ? 'debug' : levels[level]](fields, message)
  return {
    log: (level: Level, message: string, fields?: object) => at(level)(message, fields),
    trace: at('TRACE'),
    debug: at('DEBUG'),
    info: at('INFO'),
    warn: at('WARN'),
    error: at('ERROR'),
  }
}
