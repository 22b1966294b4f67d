import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { passwordCodeMinutes } from '#domain/people/password-rules.ts'
import { type Person, readEmail } from '#domain/people/person.ts'
import type { Language } from '#domain/text/language.ts'
import { typedCode, typedCodeLength } from '#domain/text/typed-code.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { postMail } from '#use-cases/mail/post.ts'
import { beginAttempt } from '#use-cases/sessions/attempts.ts'
import { knownDevice } from '#use-cases/sessions/known-devices.ts'
import type { Database } from '#db/connect.ts'
import { inMs, rowCount } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { lockForgetful, passwordCodeDigest } from './password-codes.ts'

/** Somebody who says that they forgot their password, and from where. */
export interface Forgetful {
  readonly email: string
  /** The client's address or network, as limits count it. */
  readonly address: string
  /** What the browser keeps of an earlier log-in (`newDevice`). */
  readonly device?: string | undefined
  readonly cause: ActCause
  /** Of the page; the mail is written in it if the account has none. */
  readonly language: Language
}

/**
 * The most code mails to one person per hour, however many ask; each contains a valid code. The day's limit is only for
 * strangers: they could otherwise use it up against whoever asks from a device that the account knows.
 */
const codesAnHour = 3
const codesADayToStrangers = 8
/** Minimum duration of an answer, whether or not there is an account. */
const answerMs = 400

/**
 * Mails a code to somebody who forgot their portal password; password, sessions and one-time codes stay until it is
 * used. Unknown addresses, and those that get no mail, get the same answer after the same time. Not for staff: their
 * accounts take two administrators. Refusal: too_many_attempts.
 */
export async function forgetPassword(database: Database, forgetful: Forgetful): Promise<void> {
  await Promise.all([mailCode(database, forgetful), pause(answerMs)])
}

async function mailCode(
  database: Database,
  { email: typed, address, device, cause, language }: Forgetful,
): Promise<void> {
  const email = readEmail(typed)
  const deviceId = knownDevice(database.keyring, { realm: 'portal', email }, device)
  // Never marked as a success, so that each one counts like a wrong password.
  await beginAttempt(database, {
    account: `forgotten portal ${email}`,
    origin: { address, deviceId },
  })
  await inTransaction(database.pool, async (tx) => {
    const found = await lockForgetful(tx, email)
    if (found === undefined) return
    if (!(await mayBeMailed(tx, found.person, deviceId === null ? 'stranger' : 'known'))) return
    const { person, passwordHash } = found
    const code = typedCode(randomBytes(typedCodeLength))
    const digest = passwordCodeDigest(database, { person, passwordHash, code })
    const expiresAt = inMs(passwordCodeMinutes * 60_000)
    await tx.run(
      db
        .insertInto('passwordReset')
        .values({ id: randomUUIDv7(), personId: person.id, digest, expiresAt }),
    )
    await postMail(tx, database, { personId: person.id, kind: 'password', code, language })
    await logAct(tx, person, { act: 'password.forget', cause })
  })
}

async function mayBeMailed(
  tx: Sql,
  { id: personId }: Pick<Person, 'id'>,
  asker: 'stranger' | 'known',
): Promise<boolean> {
  if ((await tx.only(lately({ personId }))).count >= codesAnHour) return false
  return asker === 'known' || (await tx.only(today({ personId }))).count < codesADayToStrangers
}

/** The mails, because codes are deleted after an hour. */
const today = prepared((p: Params<{ personId: Person['id'] }>) =>
  db
    .selectFrom('mail')
    .select(rowCount.as('count'))
    .where('personId', '=', p.personId)
    .where('kind', '=', 'password')
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`),
)

const lately = prepared((p: Params<{ personId: Person['id'] }>) =>
  db
    .selectFrom('passwordReset')
    .select(rowCount.as('count'))
    .where('personId', '=', p.personId)
    .where('createdAt', '>', sql<Date>`now() - interval '1 hour'`),
)

/** Deletes codes mailed more than an hour ago, which no longer count; a bounded batch per call. */
export function purgePasswordCodes(tx: Sql): Promise<number> {
  return tx.run(purge({}))
}

const purge = prepared(() =>
  db.deleteFrom('passwordReset').where('id', 'in', (eb) =>
    eb
      .selectFrom('passwordReset')
      .select('id')
      .where('createdAt', '<', sql<Date>`now() - interval '1 hour'`)
      .orderBy('createdAt')
      .limit(10_000),
  ),
)
