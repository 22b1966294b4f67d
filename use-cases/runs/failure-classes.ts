import type { FailureClass } from '#domain/runs/failure.ts'

/** A kind of error, recognised by the name or code of an error or of its cause. */
interface FailureRow {
  readonly what: string
  readonly sign: RegExp
  readonly class: FailureClass
  /** True if operations already knows about it: the log does not call it an error. */
  readonly isExpected?: true
}

/**
 * Which errors of an activity pass by themselves, which may get fixed, and which are bugs or bad rows; the first match
 * decides. Without a match the run asks for attention (docs/workflows.md#activities-that-fail).
 */
export const failureRows: readonly FailureRow[] = [
  {
    what: 'the database is down, starting, stopping, out of connections, only reads, timed out on a lock, or asks for a retry',
    sign: /^DatabaseUnavailable$/,
    class: 'soon',
  },
  { what: 'serialization failure, deadlock', sign: /^40(001|P01)$/, class: 'soon' },
  {
    what: 'a connection lost, refused or too slow; a name that does not resolve',
    sign: /^(E(CONN(REFUSED|RESET|ABORTED)|HOSTUNREACH|NETUNREACH|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|MFILE))$/,
    class: 'soon',
  },
  {
    what: 'a call cut off by its time limit, or by a stopping worker',
    sign: /^(AbortError|TimeoutError|CancelledFailure)$/,
    class: 'soon',
  },
  { what: 'a part of the service is down', sign: /^service_unavailable$/, class: 'soon' },
  { what: 'the mail server is down, or busy', sign: /^(mail_server|gateway)_away$/, class: 'soon' },
  { what: 'the mail server refuses our log-in', sign: /^mail_log_in_refused$/, class: 'later' },
  {
    what: 'no mail server is configured: mails wait',
    sign: /^mail_not_set_up$/,
    class: 'later',
    isExpected: true,
  },
  {
    what: 'a constraint of the schema refuses: passes once other rows change or are repaired',
    sign: /^23[0-9A-Z]{3}$/,
    class: 'later',
  },
  {
    what: 'the database refuses log-ins or does not exist: it is being restored, or a password changed',
    sign: /^(28[0-9A-Z]{3}|3D000)$/,
    class: 'later',
  },
  {
    what: 'a statement prepared before a migration, or on another connection',
    sign: /^(0A000|26000)$/,
    class: 'later',
  },
  {
    what: 'the database cannot do it now: an object in use, a failing disk',
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

/** An activity's error: its class, and a code that quotes neither a person nor a statement. */
export interface Failure {
  readonly class: FailureClass
  readonly code: string
  readonly isExpected: boolean
}

/** Classifies an error by the table. */
export function judgeFailure(error: unknown): Failure {
  const signs = signsOf(error)
  const row = failureRows.find(({ sign }) => signs.some((text) => sign.test(text)))
  return {
    class: row?.class ?? 'ask',
    code: codeOf(error),
    isExpected: row?.isExpected ?? false,
  }
}

const causesMax = 5

/** Names and codes of the error and its causes, outermost first. */
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

/** The code to find it by in the log: the constraint, else the code, else the name. */
function codeOf(error: unknown): string {
  const named = ['constraint', 'code', 'name'].map((property) =>
    error instanceof Error ? (Reflect.get(error, property) as unknown) : undefined,
  )
  const codes = named.filter((code) => typeof code === 'string')
  return codes.find((code) => codeShape.test(code) && code !== 'Error') ?? 'internal_error'
}

const codeShape = /^[a-zA-Z0-9_]{1,63}$/
