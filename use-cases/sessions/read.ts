import type { SessionId } from '#domain/ids.ts'
import type { Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { personColumns, personIn } from '#use-cases/people/columns.ts'
import { type Session, tokenDigest } from './sessions.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, expressionBuilder, type Params, prepared, sql, type Tables } from '#db/statements.ts'

/** A session at the time of this request. */
export interface ReadSession<R extends Realm = Realm> extends Session<R> {
  /** Whether a passkey may replace the password. */
  readonly hasPasskeys: boolean
  /** Until then ordinary writes in the portal need no password; null if they do. */
  readonly trustedUntil: Date | null
}

/**
 * The session of a token in this realm; null if it is unknown, of the other realm, ended, idle for too long, or waits
 * for its one-time code. Roles are read at each request.
 */
export async function readSession<R extends Realm>(
  database: Pick<Database, 'pool'>,
  realm: R,
  token: string,
): Promise<ReadSession<R> | null> {
  const books = onPool(database.pool)
  const found = await books.first(opened({ digest: tokenDigest(token), realm }))
  if (found === undefined) return null
  const { sessionId: id, expiresAt, isSightDue, hasPasskeys, trustedUntil, ...row } = found
  if (isSightDue) await books.run(noteSight({ id }))
  return { id, person: personIn(realm, row), expiresAt, hasPasskeys, trustedUntil }
}

const eb = expressionBuilder<Tables & { s: Tables['personSession'] }, 's' | 'person'>()

const hasAnyPasskey = eb
  .exists(eb.selectFrom('passkey').select('id').whereRef('passkey.personId', '=', 'person.id'))
  .$castTo<boolean>()

/** Only while the person's role is unchanged and the merchant's owner allows it. */
const trustedNow = eb
  .case()
  .when(
    eb.and([
      eb('s.trustedUntil', '>', now),
      eb('s.trustedRole', '=', eb.ref('person.role')),
      eb.exists(
        eb
          .selectFrom('merchant')
          .select('merchant.id')
          .whereRef('merchant.id', '=', 'person.merchantId')
          .where('merchant.trustsWrites', '=', true),
      ),
    ]),
  )
  .then(eb.ref('s.trustedUntil'))
  .end()

const opened = prepared((p: Params<{ digest: Buffer; realm: Realm }>) =>
  db
    .selectFrom('personSession as s')
    .innerJoin('person', 'person.id', 's.personId')
    .select(personColumns)
    .select(['s.id as sessionId', 's.expiresAt'])
    .select((eb) =>
      sql<boolean>`${eb.ref('s.lastSeenAt')} < now() - interval '1 minute'`.as('isSightDue'),
    )
    .select([hasAnyPasskey.as('hasPasskeys'), trustedNow.as('trustedUntil')])
    .where('s.digest', '=', p.digest)
    .where('person.realm', '=', p.realm)
    .where('person.status', '=', 'active')
    .where('s.stage', '=', 'open')
    .where('s.endedAt', 'is', null)
    .where('s.expiresAt', '>', now)
    .where((eb) =>
      eb(
        sql<Date>`${eb.ref('s.lastSeenAt')} + ${eb.ref('s.idleSeconds')} * interval '1 second'`,
        '>',
        now,
      ),
    ),
)

/** Updated at most once a minute, so a session may be idle for up to a minute less than allowed. */
const noteSight = prepared((p: Params<{ id: SessionId }>) =>
  db
    .updateTable('personSession')
    .set({ lastSeenAt: now })
    .where('id', '=', p.id)
    .where('endedAt', 'is', null)
    .where('lastSeenAt', '<', sql<Date>`now() - interval '1 minute'`),
)
