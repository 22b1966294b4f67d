import { type Person, requireSettled } from '#domain/people/person.ts'
import { readClock } from '#db/read-clock.ts'
import type { Sql } from '#db/sql.ts'

/** Refuses somebody whose account may not approve yet, by the clock of the database: account_too_fresh. */
export async function requireSettledNow(
  books: Sql,
  person: Pick<Person, 'approvesFrom'>,
): Promise<void> {
  if (person.approvesFrom !== null) requireSettled(person, await readClock(books))
}
