import type { UseCaseContext } from '#use-cases/context.ts'
import type { CursorCodec } from './cursor.ts'
import type { WaitSlots } from './wait.ts'

/** What routes and pages need: the dependencies of use cases, and those that only requests have. */
export interface ApiContext extends UseCaseContext {
  readonly cursors: CursorCodec
  readonly waits: WaitSlots
}
