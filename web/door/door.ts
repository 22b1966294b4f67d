import type { Realm } from '#domain/people/person.ts'

/** Where people of a realm log in: what their pages before the door have of their own. */
export interface Door<R extends Realm = Realm> {
  readonly realm: R
  /** As the pages name what is behind it. */
  readonly name: string
  /** In the look of the staff desk. */
  readonly isStaff?: boolean
  readonly paths: {
    readonly home: string
    readonly logIn: string
    readonly code: string
    readonly logOut: string
    readonly invitation: string
  }
}
