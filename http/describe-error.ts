const causesMax = 3
const languageErrors: ReadonlySet<string> = new Set(['TypeError', 'RangeError', 'ReferenceError'])
const stackFrame = /^ {4}at /

/**
 * What a log may contain of an error: its name, code and place. Messages of library errors can contain payment data
 * (a database driver includes the statement), so only messages of the language's own errors are kept.
 */
export function describeError(thrown: unknown, depth = 0): object {
  if (!(thrown instanceof Error)) return { name: typeof thrown }
  const { name, message, cause } = thrown
  return {
    name,
    ...codeOf(thrown),
    ...(languageErrors.has(name) && { message }),
    at: (thrown.stack ?? '').split('\n').filter((line) => stackFrame.test(line)),
    ...(cause instanceof Error && depth < causesMax && { cause: describeError(cause, depth + 1) }),
  }
}

function codeOf(error: Error): { code?: string } {
  return 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
}
