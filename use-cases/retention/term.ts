import type { Sql } from '#db/sql.ts'
import type { Database } from '#db/connect.ts'

/** Configurable retention periods; the others are next to the code that deletes. */
export interface Retention {
  readonly eventDays: number
  readonly payerDays: number
}

/** Deletes one bounded batch of expired data; returns the number of rows, 0 if nothing is left. */
export type Forget = (
  books: Sql,
  terms: Retention & { readonly database: Pick<Database, 'pool' | 'keyring'> },
) => Promise<number>
