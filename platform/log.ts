import { pino, type DestinationStream, type Logger } from 'pino'
import { PinoPretty } from 'pino-pretty'
import type { LogLevel } from './env.ts'
import { redact, redactText } from './redact.ts'

/** A structured log; all fields and texts pass through `redact`. */
export type Log = Logger

export interface LogOptions {
  readonly level: LogLevel
  /** The process or component that logs. */
  readonly name: string
  /** Where lines go; by default standard output, pretty-printed on a terminal. */
  readonly destination?: DestinationStream
}

/** JSON lines, pretty-printed on a terminal. Pass fields first, then a constant text. */
export function createLog({ level, name, destination }: LogOptions): Log {
  const log = pino(
    {
      level,
      name,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: { pid: process.pid },
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redactedFields(fields),
        bindings: (fields) => redactedFields(fields),
      },
      // `redact` has already made it a plain object.
      serializers: { err: (error: unknown) => error },
      hooks: {
        logMethod(args, method) {
          const [first, ...rest] = args
          const texts = rest.map((part: unknown) => redact(part))
          // For an error without a text, pino would use the error's own message, unredacted.
          const message = texts.length === 0 ? messageOf(first) : undefined
          const said = message === undefined ? texts : [message]
          const start: unknown = first
          Reflect.apply(method, this, [
            typeof start === 'string'
              ? redactText(start)
              : start instanceof Error
                ? { err: start }
                : start,
            ...said,
          ])
        },
      },
    },
    destination ?? defaultDestination(),
  )
  // pino redacts the bindings of the root log only, not of its children.
  const plainChild = Reflect.get(log, 'child') as Logger['child']
  log.child = function child(bindings, options) {
    return Reflect.apply(plainChild, this, [redactedFields(bindings), options])
  }
  return log
}

function redactedFields(fields: object): Record<string, unknown> {
  const redacted = redact(fields)
  return typeof redacted === 'object' && redacted !== null ? { ...redacted } : {}
}

function messageOf(first: unknown): string | undefined {
  if (first instanceof Error) return redactText(first.message)
  if (typeof first !== 'object' || first === null || !('err' in first)) return undefined
  return first.err instanceof Error ? redactText(first.err.message) : undefined
}

/** Synchronous in both cases, so that the last lines of a crashing process are not lost. */
function defaultDestination(): DestinationStream {
  if (!process.stdout.isTTY) return pino.destination({ dest: 1, sync: true })
  return PinoPretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname,name' })
}
