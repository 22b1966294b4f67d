import type { ServiceError } from '#domain/errors/errors.ts'

/** The code that the work is refused with; `fine` without a refusal. */
export function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'fine',
    (error: ServiceError) => error.code,
  )
}
