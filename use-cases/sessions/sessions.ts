import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { asId, type SessionId } from '#domain/ids.ts'
import { type People, type Person, type Realm, sessionTerms } from '#domain/people/person.ts'
import { currentOrigin } from '#platform/request-trail.ts'
import type { Database } from '#db/connect.ts'
import { inMs, now } from '#db/functions.ts'
import { purgeOlder } from '#db/purge.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** Somebody who is logged in. */
export interface Session<R extends Realm = Realm> {
  readonly id: SessionId
  readonly person: People[R]
  /** Ends then at the latest. */
  readonly expiresAt: Date
}

/** Why a session ends early. */
export type SessionEnd = 'next_step' | 'log_out' | 'password' | 'one_time_codes' | 'disabled'

const tokenBytes = 32
/** Time for the one-time code after the password. */
const codeStepSeconds = 300

/** Opens a session, or the step before it; only this answer contains the token. */
export async function startSession(
  tx: Sql,
  { id: personId, realm }: Pick<Person, 'id' | 'realm'>,
  stage: 'awaiting_code' | 'open',
): Promise<{ readonly id: SessionId; readonly token: string; readonly expiresAt: Date }> {
  const id = asId<SessionId>(randomUUIDv7())
  const token = `session_${realm}_${randomBytes(tokenBytes).toString('base64url')}`
  const terms = sessionTerms[realm]
  const seconds = stage === 'open' ? terms.seconds : codeStepSeconds
  const digest = tokenDigest(token)
  const { address: originAddress, agent: originAgent } = currentOrigin()
  const { expiresAt } = await tx.only(
    db
      .insertInto('personSession')
      .values({
        id,
        personId,
        digest,
        stage,
        idleSeconds: terms.idleSeconds,
        expiresAt: inMs(seconds * 1000),
        originAddress,
        originAgent,
      })
      .returning('expiresAt'),
  )
  return { id, token, expiresAt }
}

/** A session that was just opened, with its token, which only this answer contains. */
export interface OpenedSession<R extends Realm = Realm> {
  readonly token: string
  readonly session: Session<R>
}

/** Opens a session in the transaction that has locked the person. */
export async function openSession<R extends Realm>(
  tx: Sql,
  person: People[R],
): Promise<OpenedSession<R>> {
  const { id, token, expiresAt } = await startSession(tx, person, 'open')
  await tx.run(noteLogIn({ id: person.id }))
  return { token, session: { id, person, expiresAt } }
}

const noteLogIn = prepared((p: Params<Pick<Person, 'id'>>) =>
  db.updateTable('person').set({ lastLogInAt: now }).where('id', '=', p.id),
)

/** Ends a person's sessions except the given one, and every log-in in progress. */
export async function endSessions(
  tx: Sql,
  { id: personId, kept }: { readonly id: Person['id']; readonly kept?: SessionId },
  reason: SessionEnd,
): Promise<void> {
  await tx.run(endAll({ personId, kept: kept ?? null, reason }))
}

const endAll = prepared(
  (p: Params<{ personId: Person['id']; kept: SessionId | null; reason: SessionEnd }>) =>
    db
      .updateTable('personSession')
      .set({ endedAt: now, endReason: p.reason })
      .where('personId', '=', p.personId)
      .where('endedAt', 'is', null)
      .where('id', 'is distinct from', p.kept),
)

/** The only stored form of a token; tokens are random, so a slow hash has no benefit. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The token in the forms of this session, against cross-site request forgery: a site that cannot read our pages does
 * not know it.
 */
export function csrfToken(
  { keyring }: Pick<Database, 'keyring'>,
  { id }: Pick<Session, 'id'>,
): string {
  return keyring.mac('csrf', id).toString('base64url')
}

/** Deletes sessions that ended a month ago; a bounded batch per call. */
export const purgeSessions = purgeOlder('personSession.expiresAt', '30 days')
