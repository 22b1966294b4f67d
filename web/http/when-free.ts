import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '#domain/errors/errors.ts'
import type { PageRequest } from './route.ts'

const turnsMax = 20
const turnMs = 150

/** For a form sent twice at once: the second retries while the first is in progress, for three seconds at most. */
export async function whenFree<Result>(
  { signal }: Pick<PageRequest, 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await work()
    } catch (error) {
      const isBusy = error instanceof ServiceError && error.code === 'request_in_progress'
      if (!isBusy || turn === turnsMax) throw error
      await pause(turnMs, undefined, { signal })
    }
  }
}
