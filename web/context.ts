import type { ApiContext } from '#http/context.ts'

/** What the pages lean on: all that the API has, and what only they know. */
export interface WebContext extends ApiContext {
  readonly isProduction: boolean
  /** True where merchants may sign up by themselves. */
  readonly isSignUpOpen: boolean
  /** What keys may call. */
  readonly apiRoutes: readonly ApiRoute[]
}

/** An address of the API, with its placeholders. */
export interface ApiRoute {
  readonly method: string
  readonly path: string
}
