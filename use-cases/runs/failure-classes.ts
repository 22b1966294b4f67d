import type { FailureClass } from '#domain/runs/failure.ts'

/** A kind of error, told by the name or the code of an error or of what caused it. */
interface FailureRow {
  readonly what: string
  readonly sign: RegExp
  readonly class: FailureClass
}

/**
 * Which errors of a step go by themselves, which may be mended, and which are bugs or broken rows; the first that fits. What
 * fits none is asked about. (docs/workflows.md#steps-that-fail)
 */
export const failureRows: readonly FailureRow[] = [
  {
    what: 'the database is away, starts, stops, is full of clients, gave up a lock, or asks for a repeat',
    sign: /^DatabaseUnavailable$/,
    class: 'soon',
  },
  { what: 'serialization failure, deadlock', sign: /^40(001|P01)$/, class: 'soon' },
  { what: 'a standby that has not been promoted yet', sign: /^25006$/, class: 'soon' },
  {
    what: 'a connection lost, refused or too slow; a name that does not resolve',
    sign: /^(E(CONN(REFUSED|RESET|ABORTED)|HOSTUNREACH|NETUNREACH|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|MFILE))$/,
    class: 'soon',
  },
  {
    what: 'a call cut off by its time limit, or by a worker that stops',
    sign: /^(AbortError|TimeoutError|CancelledFailure)$/,
    class: 'soon',
  },
  { what: 'a part of the service is away', sign: /^service_unavailable$/, class: 'soon' },
  { what: 'the mail server is away, or busy', sign: /^mail_server_away$/, class: 'soon' },
  {
    what: 'no mail server is named, or it lets us not in',
    sign: /^mail_not_set_up$/,
    class: 'later',
  },
  {
    what: 'a constraint of the schema refuses: it heals where other rows move, or are mended',
    sign: /^23[0-9A-Z]{3}$/,
    class: 'later',
  },
  {
    what: 'the database lets nobody in, or is not there: it is being restored, or a password changed',
    sign: /^(28[0-9A-Z]{3}|3D000)$/,
    class: 'later',
  },
  {
    what: 'a statement that was prepared before a migration, or on another connection',
    sign: /^(0A000|26000)$/,
    class: 'later',
  },
  {
    what: 'the database cannot just now: an object in use, a disk that fails',
    sign: /^(55|58)[0-9A-Z]{3}$/,
    class: 'later',
  },
  {
    what: 'a statement that the schema does not know, or does not allow: a bug, or a migration that is missing',
    sign: /^(22|42)[0-9A-Z]{3}$/,
    class: 'ask',
  },
  { what: 'a trigger that refuses, or fails', sign: /^P[0-9A-Z]{4}$/, class: 'ask' },
  { what: 'the database is broken', sign: /^XX[0-9A-Z]{3}$/, class: 'ask' },
  { what: 'a row is missing', sign: /^(RowMissing|[a-z_]+_not_found)$/, class: 'ask' },
  {
    what: 'a bug',
    sign: /^(TypeError|RangeError|ReferenceError|SyntaxError|AssertionError)$/,
    class: 'ask',
  },
]

/** What a step's error is: its class, and a code that quotes neither a person nor a statement. */
export interface Failure {
  readonly class: FailureClass
  readonly code: string
}

/** Judges an error by the table. */
export function judgeFailure(error: unknown): Failure {
  const signs = signsOf(error)
  const row = failureRows.find(({ sign }) => signs.some((text) => sign.test(text)))
  return { class: row?.class ?? 'ask', code: codeOf(error) }
}

const causesMax = 5

/** Names and codes of the error and of its causes, the outermost first. */
function signsOf(error: unknown): string[] {
  const signs: string[] = []
  let cause = error
  for (let depth = 0; depth < causesMax && cause instanceof Error; depth += 1) {
    signs.push(
      ...[Reflect.get(cause, 'code'), cause.name].filter((sign) => typeof sign === 'string'),
    )
    cause = cause.cause
  }
  return signs
}

/** As people find it in the log: the constraint, else the code, else the name. */
function codeOf(error: unknown): string {
  const named = ['constraint', 'code', 'name'].map((property) =>
    error instanceof Error ? (Reflect.get(error, property) as unknown) : undefined,
  )
  const codes = named.filter((code) => typeof code === 'string')
  return codes.find((code) => codeShape.test(code) && code !== 'Error') ?? 'internal_error'
}

const codeShape = /^[a-zA-Z0-9_]{1,63}$/
