import type { Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type Act, type Actor, logAct } from './log.ts'

/** Writes down what changes nothing in the books: a file that somebody takes home. */
export function noteAct<R extends Realm>(
  { pool }: Pick<Database, 'pool'>,
  actor: Actor<R>,
  act: Act<R>,
): Promise<void> {
  return logAct(onPool(pool), actor, act)
}
