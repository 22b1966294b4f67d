import type { PortalUser, StaffMember } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { anyOf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { failuresMax, windowSeconds } from './attempts.ts'

type Counted = Pick<PortalUser | StaffMember, 'id' | 'email' | 'realm'>

/**
 * Until when wrong passwords or codes keep these people out, at log-in from at least one place or where an act asks again;
 * the others are not in it. Nobody lifts it: it ends within a quarter of an hour, and who lifts it would give away guesses.
 */
export async function readLocks(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  people: readonly Counted[],
): Promise<ReadonlyMap<string, Date>> {
  const owners = new Map<string, string>(
    people.flatMap((person) =>
      countersOf(person).map(
        (name) => [keyring.mac('attempt', name).toString('hex'), person.id] as const,
      ),
    ),
  )
  const digests = [...owners.keys()].map((hex) => Buffer.from(hex, 'hex'))
  const locks = new Map<string, Date>()
  for (const { accountDigest, until } of await onPool(pool).all(locked({ digests }))) {
    const id = owners.get(accountDigest.toString('hex')) ?? ''
    const known = locks.get(id)
    if (known === undefined || known < until) locks.set(id, until)
  }
  return locks
}

/** As `beginAttempt` is called for them. */
function countersOf({ id, email, realm }: Counted): string[] {
  return [`log-in ${realm} ${email}`, `password ${id}`, `code ${id}`]
}

const window = sql.raw(`interval '${windowSeconds} s'`)

/** The fifth latest failure keeps its place out until it is too old. */
const locked = prepared((p: Params<{ digests: readonly Buffer[] }>) =>
  db
    .selectFrom(
      db
        .selectFrom('secretAttempt')
        .select(['accountDigest', 'at'])
        .select((eb) =>
          eb.fn
            .agg<number>('row_number')
            .over((over) =>
              over.partitionBy(['accountDigest', 'addressDigest']).orderBy('at', 'desc'),
            )
            .as('number'),
        )
        .where('accountDigest', '=', anyOf<Buffer>(p.digests))
        .where('succeededAt', 'is', null)
        .where('at', '>', sql<Date>`now() - ${window}`)
        .as('f'),
    )
    .select('f.accountDigest')
    .select((eb) => sql<Date>`${eb.ref('f.at')} + ${window}`.as('until'))
    .where('f.number', '=', failuresMax),
)
