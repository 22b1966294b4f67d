import assert from 'node:assert/strict'
import { ServiceError } from '#domain/errors/errors.ts'

/** The code that the work is refused with; `fine` without a refusal. */
export function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'fine',
    (error: ServiceError) => error.code,
  )
}

/** The code that the work is refused with; fails on any other result. */
export async function refusalCode(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ServiceError, `refused, not ${String(error)}`)
  return error.code
}

/** Counts the results: `done`, or the code or constraint of the refusal. */
export async function tallyOf(works: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const tally: Record<string, number> = {}
  for (const settled of await Promise.allSettled(works)) {
    const end = settled.status === 'fulfilled' ? 'done' : endOf(settled.reason)
    tally[end] = (tally[end] ?? 0) + 1
  }
  return tally
}

/** The result of work that is done again while the database is too busy for it, as its caller would. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (endOf(error) !== 'unavailable') throw error
    }
  }
}

function endOf(reason: unknown): string {
  const code: unknown = reason instanceof Error ? Reflect.get(reason, 'code') : undefined
  return typeof code === 'string' ? code : String(reason)
}
