import type { ApiContext } from '#api/context.ts'

/** What the pages lean on: all that the API has, and what only they know. */
export interface WebContext extends ApiContext {
  readonly isProduction: boolean
}
