import type { ServiceError } from '#domain/errors/errors.ts'

/** The code of the refusal that this ends in; `fine` where there is none. */
export function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'fine',
    (error: ServiceError) => error.code,
  )
}
