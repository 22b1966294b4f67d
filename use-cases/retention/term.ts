import type { Sql } from '#db/sql.ts'
import type { Database } from '#db/connect.ts'

/** How long what has a setting is kept; the other terms stand beside what they forget. */
export interface Retention {
  readonly eventDays: number
  readonly payerDays: number
}

/** Forgets one bounded batch of what has had its time: how many, 0 when nothing is left. */
export type Forget = (
  books: Sql,
  terms: Retention & { readonly database: Pick<Database, 'pool' | 'keyring'> },
) => Promise<number>
