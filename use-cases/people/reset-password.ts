import { fail } from '#domain/errors/errors.ts'
import { isPasswordAllowed } from '#domain/people/password-rules.ts'
import { coolingMs, type Person, readEmail } from '#domain/people/person.ts'
import { hashPassword } from '#platform/password-hash.ts'
import { logAct } from '#use-cases/audit/log.ts'
import {
  type Attempt,
  attemptFailed,
  attemptSucceeded,
  beginAttempt,
  judged,
  forgiveAttempts,
} from '#use-cases/sessions/attempts.ts'
import { knownDevice } from '#use-cases/sessions/known-devices.ts'
import { endSessions } from '#use-cases/sessions/sessions.ts'
import type { Database } from '#db/connect.ts'
import { inMs, now } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { Forgetful } from './forget-password.ts'
import { type Forgot, lockForgetful, passwordCodeDigest } from './password-codes.ts'
import { tellOfAccount } from './tell.ts'

interface ChosenPassword extends Omit<Forgetful, 'language'> {
  readonly code: string
  readonly password: string
}

/**
 * Chooses a new portal password with a code from `forgetPassword`, once: all other codes, and sessions under the old
 * password, end with it. One-time codes and passkeys stay, so a log-in asks for them; the account may approve nothing
 * for a day. Refusals: invalid_password, too_many_attempts, invalid_password_code.
 */
export async function resetPassword(database: Database, chosen: ChosenPassword): Promise<void> {
  const { code, password, address, device, cause } = chosen
  const email = readEmail(chosen.email)
  if (!isPasswordAllowed(password, email)) throw fail('invalid_password')
  const deviceId = knownDevice(database.keyring, { realm: 'portal', email }, device)
  const origin = { address, deviceId }
  const attempt = await beginAttempt(database, { account: `reset portal ${email}`, origin })
  const next = await judged(onPool(database.pool), attempt, () => hashPassword(password))
  const isDone = await inTransaction(database.pool, async (tx) => {
    const found = await lockForgetful(tx, email)
    if (found === undefined) return refused(tx, attempt)
    const { person } = found
    const act = 'password.reset'
    if (!(await takeCode(tx, database, { ...found, code }))) {
      await logAct(tx, person, { act, cause, outcome: 'invalid_password_code' })
      return refused(tx, attempt)
    }
    await attemptSucceeded(tx, attempt)
    await forgiveAttempts(tx, database, { account: `log-in portal ${email}`, origin })
    await tx.run(change({ id: person.id, next }))
    await endSessions(tx, { id: person.id }, 'password')
    await logAct(tx, person, { act, cause })
    await tellOfAccount(tx, database, { act, person, by: null })
    return true
  })
  if (!isDone) throw fail('invalid_password_code')
}

async function refused(tx: Sql, attempt: Attempt): Promise<false> {
  await attemptFailed(tx, attempt)
  return false
}

async function takeCode(
  tx: Sql,
  database: Database,
  forgot: Forgot & { readonly code: string },
): Promise<boolean> {
  const digest = passwordCodeDigest(database, forgot)
  return (await tx.run(take({ personId: forgot.person.id, digest }))) > 0
}

const take = prepared((p: Params<{ personId: Person['id']; digest: Buffer }>) =>
  db
    .deleteFrom('passwordReset')
    .where('personId', '=', p.personId)
    .where('digest', '=', p.digest)
    .where('expiresAt', '>', now),
)

const change = prepared((p: Params<{ id: Person['id']; next: string }>) =>
  db
    .updateTable('person')
    .set({ passwordHash: p.next, approvesFrom: inMs(coolingMs) })
    .where('id', '=', p.id),
)
