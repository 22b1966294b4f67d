import type { Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type Actor, type Entry, logAct } from './log.ts'

/** Logs an action that changes nothing in the database: a downloaded file, a wrong password. */
export function noteAct<R extends Realm>(
  { pool }: Pick<Database, 'pool'>,
  actor: Actor<R>,
  entry: Entry<R>,
): Promise<void> {
  return logAct(onPool(pool), actor, entry)
}
