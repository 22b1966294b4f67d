import { Runtime } from '@temporalio/worker'
import type { Log } from '#platform/log.ts'

/** Once a process, before its first worker: signals stay ours, and Temporal's own lines, native ones too, go to our log. */
export function installTemporalRuntime(log: Log): void {
  Runtime.install({
    // The process ends by our own hand, after the worker.
    shutdownSignals: [],
    logger: temporalLogger(log),
    telemetryOptions: { logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } } },
  })
}

/** At our level: Temporal's "info" is our "debug". */
function temporalLogger(log: Log) {
  const at =
    (level: 'debug' | 'warn' | 'error') =>
    (message: string, fields: object = {}): void =>
      log[level](fields, message)
  return {
    log: (_level: string, message: string, fields: object = {}) => log.debug(fields, message),
    trace: at('debug'),
    debug: at('debug'),
    info: at('debug'),
    warn: at('warn'),
    error: at('error'),
  }
}
