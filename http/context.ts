import type { UseCaseContext } from '#use-cases/context.ts'
import type { CursorCodec } from './cursor.ts'
import type { WaitSlots } from './wait.ts'

/** What routes and pages lean on: all that use cases have, and what only requests know. */
export interface ApiContext extends UseCaseContext {
  readonly cursors: CursorCodec
  readonly waits: WaitSlots
}
