import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { asId, type SessionId } from '#domain/ids.ts'
import { type People, type Person, type Realm, sessionTerms } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import type { Sql } from '#db/sql.ts'

/** Somebody who is logged in. */
export interface Session<R extends Realm = Realm> {
  readonly id: SessionId
  readonly person: People[R]
  /** It ends then at the latest. */
  readonly expiresAt: Date
}

/** Why a session ends before its time. */
export type SessionEnd = 'next_step' | 'log_out' | 'password' | 'one_time_codes' | 'disabled'

const tokenBytes = 32
/** For the one-time code after the password. */
const codeStepSeconds = 300

/** Opens a session, or the step before it; the token is in this answer and nowhere else. */
export async function startSession(
  sql: Sql,
  { id: personId, realm }: Pick<Person, 'id' | 'realm'>,
  stage: 'awaiting_code' | 'open',
): Promise<{ readonly id: SessionId; readonly token: string; readonly expiresAt: Date }> {
  const id = asId<SessionId>(randomUUIDv7())
  const token = `session_${realm}_${randomBytes(tokenBytes).toString('base64url')}`
  const terms = sessionTerms[realm]
  const seconds = stage === 'open' ? terms.seconds : codeStepSeconds
  const row = await sql.one<{ expires_at: string }>(
    `insert into person_session (id, person_id, digest, stage, idle_seconds, expires_at)
     values ($1, $2, $3, $4, $5, now() + $6::int * interval '1 second') returning expires_at`,
    [id, personId, tokenDigest(token), stage, terms.idleSeconds, seconds],
  )
  return { id, token, expiresAt: new Date(row.expires_at) }
}

/** A session that was just opened, with its token: it is in this answer and nowhere else. */
export interface OpenedSession<R extends Realm = Realm> {
  readonly token: string
  readonly session: Session<R>
}

/** Lets somebody in, in the transaction that has locked the person. */
export async function openSession<R extends Realm>(
  sql: Sql,
  person: People[R],
): Promise<OpenedSession<R>> {
  const { id, token, expiresAt } = await startSession(sql, person, 'open')
  await sql.rows('update person set last_log_in_at = now() where id = $1', [person.id])
  return { token, session: { id, person, expiresAt } }
}

/** Ends the sessions of somebody, all but the one kept, and every log-in under way. */
export async function endSessions(
  sql: Sql,
  { id: personId, kept }: { readonly id: Person['id']; readonly kept?: SessionId },
  reason: SessionEnd,
): Promise<void> {
  await sql.rows(
    `update person_session set ended_at = now(), end_reason = $2
     where person_id = $1 and ended_at is null and id is distinct from $3::uuid`,
    [personId, reason, kept ?? null],
  )
}

/** The only form in which a token is kept; it is random, so nothing is gained by a slow digest. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What the forms of this session carry: whoever cannot read its pages cannot send one (cross-site request forgery). */
export function csrfToken(
  { keyring }: Pick<Database, 'keyring'>,
  { id }: Pick<Session, 'id'>,
): string {
  return keyring.mac('csrf', id).toString('base64url')
}

/** Forgets sessions that ended a month ago; a bounded batch a call. */
export async function purgeSessions(sql: Sql): Promise<void> {
  await sql.rows(
    `delete from person_session where id in (
       select id from person_session where expires_at < now() - interval '30 days' limit 10000)`,
  )
}
