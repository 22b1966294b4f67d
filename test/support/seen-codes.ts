import assert from 'node:assert/strict'
import { isErrorCode } from '#domain/errors/errors.ts'

const seen = new Set<string>()

/** Records the codes of a refusal that a test got over HTTP; each must be in the table of errors. */
export function noteCodes(json: unknown): void {
  const error = (json as { error?: ErrorBody } | undefined)?.error
  if (error === undefined) return
  for (const { code } of [error, ...(error.details?.fields ?? [])]) {
    assert.ok(isErrorCode(code), `${code} is in the table of errors`)
    seen.add(code)
  }
}

/** The codes recorded by all tests of this process so far. */
export function seenCodes(): ReadonlySet<string> {
  return seen
}

interface ErrorBody {
  readonly code: string
  readonly details?: { readonly fields?: readonly { readonly code: string }[] }
}
