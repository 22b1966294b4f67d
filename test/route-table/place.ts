import type { TestService } from '#test/support/service.ts'
import type { AtDesk } from '#test/support/staff.ts'

/** Somebody at the desk, to try one route. */
export interface Place {
  readonly service: TestService
  readonly desk: AtDesk
}

/** A sample about something that is there. */
export type WithId = { readonly params: { readonly id: string } }
