import { fail } from '#domain/errors/errors.ts'
import { type Person, type Realm, readEmail } from '#domain/people/person.ts'
import { isPasswordOf } from '#platform/password-hash.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { attemptFailed, attemptSucceeded, beginAttempt } from './attempts.ts'
import type { Database } from '#db/connect.ts'
import { personColumns, personIn, type PersonRow } from '#use-cases/people/columns.ts'
import { type OpenedSession, openSession, startSession } from './sessions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'

export interface LogIn {
  readonly email: string
  readonly password: string
  /** Of the network, as limits count it. */
  readonly address: string
  readonly cause: ActCause
}

/** The session, or the token with which the one-time code is to be given (`giveOneTimeCode`). */
export type LoggedIn<R extends Realm> =
  | ({ readonly step: 'open' } & OpenedSession<R>)
  | { readonly step: 'awaiting_code'; readonly token: string; readonly expiresAt: Date }

/**
 * Logs somebody in, always under a new token. An address nobody has takes as long as a wrong password, and is told the
 * same. Refusals: too_many_attempts, invalid_credentials.
 */
export async function logIn<R extends Realm>(
  database: Database,
  realm: R,
  { email: typed, password, address, cause }: LogIn,
): Promise<LoggedIn<R>> {
  const email = readEmail(typed)
  const attempt = await beginAttempt(database, { account: `log-in ${realm} ${email}`, address })
  const known = await findCredentials(database, realm, email)
  const isRight = await isPasswordOf(known?.password_hash ?? null, password)
  const loggedIn = await inTransaction(database.pool, async (sql) => {
    const row = known && isRight ? await lockActive(sql, known) : undefined
    if (row === undefined) {
      await attemptFailed(sql, attempt)
      if (known)
        await logAct(sql, personIn(realm, known), { ...act(cause), outcome: 'invalid_credentials' })
      return undefined
    }
    await attemptSucceeded(sql, attempt)
    const person = personIn(realm, row)
    if (person.hasOneTimeCodes) {
      const { token, expiresAt } = await startSession(sql, person, 'awaiting_code')
      return { step: 'awaiting_code' as const, token, expiresAt }
    }
    await logAct(sql, person, act(cause))
    return { step: 'open' as const, ...(await openSession(sql, person)) }
  })
  if (loggedIn === undefined) throw fail('invalid_credentials')
  return loggedIn
}

function act(cause: ActCause) {
  return { act: 'session.log_in', cause }
}

type Credentials = PersonRow & { readonly password_hash: string | null }

async function findCredentials(
  { pool }: Database,
  realm: Realm,
  email: string,
): Promise<Credentials | undefined> {
  const [row] = await onPool(pool).rows<Credentials>(
    `select ${personColumns}, p.password_hash from person p where p.realm = $1 and p.email = $2`,
    [realm, email],
  )
  return row
}

/** The same person still, active and with the password that was checked: changes and disabling wait, or came before. */
async function lockActive(
  sql: Sql,
  {
    id,
    password_hash: checked,
  }: { readonly id: Person['id']; readonly password_hash: string | null },
): Promise<PersonRow | undefined> {
  const [row] = await sql.rows<PersonRow>(
    `select ${personColumns} from person p where p.id = $1 and p.password_hash = $2 and p.status = 'active'
     for no key update`,
    [id, checked],
  )
  return row
}
