/** The family of an error, tied to its HTTP status (docs/api.md#errors). */
export type ErrorType =
  | 'invalid_request'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'gone'
  | 'validation_error'
  | 'payment_failed'
  | 'rate_limited'
  | 'not_implemented'
  | 'server_error'

/**
 * One line of the table of errors. The caller reads `message`: `{name}` is filled in from the details, and a part in
 * square brackets is left out if a detail it names is missing. `cause` and `remedy` are for the errors page.
 */
export type ErrorEntry = {
  http: number
  type: ErrorType
  message: string
  cause: string
  remedy: string
}

/** Cause and remedy of each code of a table, in English. */
export type EnglishHelp<Table> = Readonly<
  Record<keyof Table, readonly [cause: string, remedy: string]>
>
