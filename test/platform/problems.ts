import assert from 'node:assert/strict'
import { EnvError } from '#platform/env-error.ts'
import { readEnv } from '#platform/env.ts'

/** What is wrong with this environment; empty if it can be read. */
export function problemsOf(source: Record<string, string>): readonly string[] {
  try {
    readEnv(source)
  } catch (error) {
    assert.ok(error instanceof EnvError)
    return error.problems
  }
  return []
}
