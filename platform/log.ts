import { type DestinationStream, type Logger, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'
import type { LogLevel } from './env.ts'

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

/**
 * A copy of a value that may be logged: secrets and personal data are removed, by field name and by pattern. Limited
 * in depth and size, because bodies do not belong in a log (docs/security.md#who-sees-what).
 */
function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'object' && value !== null ? redactObject(value, depth) : value
}

/** The text without keys, bearer tokens, e-mail addresses, and long runs of digits (phone and card numbers). */
function redactText(text: string): string {
  const start = text.length <= charactersMax ? text : `${text.slice(0, charactersMax)}…`
  return lookalikes.reduce(
    (rest, [pattern, mark, sign]) =>
      sign === undefined || rest.includes(sign) ? rest.replace(pattern, mark) : rest,
    start,
  )
}

const depthMax = 6
const entriesMax = 50
const charactersMax = 4000
const struck = '[redacted]'

const secretNames =
  /(^|_)(authorization|cookie|password|passwd|secret|token|key|mac|pin|pan|cvc|cvv|card|phone|msisdn|email|customer|recipient|beneficiary|body|signature|iban|account_number)($|_|s$)/

/** Names that look like a secret's but are not. */
const plainNames = new Set(['idempotency_key_id', 'api_key_id', 'key_id', 'key_kind', 'error_key'])

/**
 * The pattern, its replacement, and a text that always occurs in a match: texts without it are not searched. Only
 * digit runs standing alone are removed, so ids, amounts in number fields and times stay.
 */
const lookalikes: readonly (readonly [pattern: RegExp, mark: string, sign?: string])[] = [
  [
    /\b(?:SK(?:LIVE|SANDBOX)|PK(?:LIVE|SANDBOX)|[spt]k_(?:live|test|sandbox)|whsec)_[\w-]+/gi,
    '[key]',
    '_',
  ],
  [/\bsession_(?:portal|staff)_[\w-]+/g, '[session]', 'session_'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [credentials]'],
  [/(:\/\/[^\s:/@]{1,100}):[^\s@/]{1,200}@/g, '$1:[password]@', '://'],
  [/[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, '[email]', '@'],
  [/(?<![\w.-])\+?\d(?:[ .]?\d){7,18}(?![\w-])/g, '[digits]'],
]

function redactObject(value: object, depth: number): unknown {
  if (value instanceof Date) return value
  if (depth >= depthMax) return '[deep]'
  if (value instanceof Error) return redactError(value, depth)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (!Array.isArray(value)) return redactFields(value, depth)
  return value.slice(0, entriesMax).map((entry: unknown) => redact(entry, depth + 1))
}

function redactFields(value: object, depth: number): Record<string, unknown> {
  const fields = Object.entries(value).slice(0, entriesMax)
  return Object.fromEntries(
    fields.map(([name, field]: [string, unknown]) => [
      name,
      isSecretName(name) && field !== null && field !== undefined
        ? struck
        : redact(field, depth + 1),
    ]),
  )
}

function isSecretName(name: string): boolean {
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase()
  return secretNames.test(snake) && !plainNames.has(snake)
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error
  // Of a driver's error only the code is kept: its detail repeats the row.
  const code = 'code' in error ? { code: redact(error.code, depth + 1) } : {}
  const inner = cause === undefined ? {} : { cause: redact(cause, depth + 1) }
  return {
    type: name,
    message: redactText(message),
    stack: redactText(stack ?? ''),
    ...code,
    ...inner,
  }
}
