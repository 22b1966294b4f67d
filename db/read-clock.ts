import { clockTime } from './functions.ts'
import type { Sql } from './sql.ts'
import { db } from './statements.ts'

/** The time by the clock of the database: that of a machine of the service may be wrong. */
export async function readClock(books: Sql): Promise<Date> {
  return (await books.only(db.selectNoFrom(clockTime.as('at')))).at
}
