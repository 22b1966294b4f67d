import { fail } from '#domain/errors/errors.ts'
import { type Person, type Realm, readEmail } from '#domain/people/person.ts'
import { isPasswordOf } from '#platform/password-hash.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { attemptFailed, attemptSucceeded, beginAttempt, judged } from './attempts.ts'
import { knownDevice } from './known-devices.ts'
import type { Database } from '#db/connect.ts'
import { people, personIn } from '#use-cases/people/columns.ts'
import { letIn } from './let-in.ts'
import { type OpenedSession, startSession } from './sessions.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { type Params, prepared } from '#db/statements.ts'

export interface LogIn {
  readonly email: string
  readonly password: string
  /** The client's address or network, as limits count it. */
  readonly address: string
  /** The device token that the browser kept from an earlier log-in (`newDevice`). */
  readonly device?: string | undefined
  readonly cause: ActCause
}

/** The session, or the token for giving the one-time code (`giveOneTimeCode`). */
export type LoggedIn<R extends Realm> =
  | ({ readonly step: 'open' } & OpenedSession<R>)
  | { readonly step: 'awaiting_code'; readonly token: string; readonly expiresAt: Date }

/**
 * Logs somebody in, always under a new token. An unknown address takes as long as a wrong password and gets the same
 * answer. Refusals: too_many_attempts, invalid_credentials.
 */
export async function logIn<R extends Realm>(
  database: Database,
  realm: R,
  { email: typed, password, address, device, cause }: LogIn,
): Promise<LoggedIn<R>> {
  const email = readEmail(typed)
  const deviceId = knownDevice(database.keyring, { realm, email }, device)
  const origin = { address, deviceId }
  const attempt = await beginAttempt(database, { account: `log-in ${realm} ${email}`, origin })
  const books = onPool(database.pool)
  const found = await books.first(credentialsOf({ realm, email }))
  const asker = deviceId === null ? 'anybody' : 'known'
  const isRight = await judged(books, attempt, () =>
    isPasswordOf(found?.passwordHash ?? null, password, asker),
  )
  const loggedIn = await inTransaction(database.pool, async (tx) => {
    const row = found && isRight ? await tx.first(lockActive(found)) : undefined
    if (row === undefined) {
      await attemptFailed(tx, attempt)
      const outcome = 'invalid_credentials'
      if (found) await logAct<Realm>(tx, found, { act: 'session.log_in', cause, outcome })
      return undefined
    }
    await attemptSucceeded(tx, attempt)
    const person = personIn(realm, row)
    if (person.hasOneTimeCodes) {
      const { token, expiresAt } = await startSession(tx, person, 'awaiting_code')
      return { step: 'awaiting_code' as const, token, expiresAt }
    }
    const opened = await letIn({ tx, keyring: database.keyring }, person, { cause, device })
    return { step: 'open' as const, ...opened }
  })
  if (loggedIn === undefined) throw fail('invalid_credentials')
  return loggedIn
}

const credentialsOf = prepared((p: Params<{ realm: Realm; email: string }>) =>
  people
    .select('person.passwordHash')
    .where('person.realm', '=', p.realm)
    .where('person.email', '=', p.email)
    // Several merchants may have invited an address that has an account by now.
    .orderBy((eb) => eb('person.passwordHash', 'is', null))
    .limit(1),
)

/** Still the same person, active and with the password that was checked: concurrent changes wait, or came before. */
const lockActive = prepared((p: Params<{ id: Person['id']; passwordHash: string | null }>) =>
  people
    .where('person.id', '=', p.id)
    .where('person.passwordHash', '=', p.passwordHash)
    .where('person.status', '=', 'active')
    .forNoKeyUpdate(),
)
