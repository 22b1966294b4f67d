import type { ApiContext } from '#http/context.ts'
import type { ExportTurns } from './http/export-turns.ts'

/** What page handlers need: the API's whole context, and a few things only pages use. */
export interface WebContext extends ApiContext {
  readonly isProduction: boolean
  readonly exportTurns: ExportTurns
  /** True if merchants may sign up by themselves. */
  readonly isSignUpOpen: boolean
  /** Where merchants reach the staff; undefined: no address is shown. */
  readonly supportEmail: string | undefined
  /** How long a bank transfer may wait before staff is reminded, and again each time. */
  readonly transferReminderMs: number
  /** The routes that keys may call. */
  readonly apiRoutes: readonly ApiRoute[]
}

/** A path of the API, with its placeholders. */
export interface ApiRoute {
  readonly method: string
  readonly path: string
}
