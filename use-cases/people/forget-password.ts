import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { passwordCodeMinutes } from '#domain/people/password-rules.ts'
import { type Person, readEmail } from '#domain/people/person.ts'
import { typedCode, typedCodeLength } from '#domain/text/typed-code.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { postMail } from '#use-cases/mail/post.ts'
import { beginAttempt } from '#use-cases/sessions/attempts.ts'
import { knownDevice } from '#use-cases/sessions/known-devices.ts'
import type { Database } from '#db/connect.ts'
import { inMs } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { lockForgetful, passwordCodeDigest } from './password-codes.ts'

/** Who says that they forgot their password, and from where. */
export interface Forgetful {
  readonly email: string
  /** Of the network, as limits count it. */
  readonly address: string
  /** What the browser keeps of an earlier log-in (`newDevice`). */
  readonly device?: string | undefined
  readonly cause: ActCause
}

/** However many ask for somebody, no more mails go to them in an hour; each brings a code that serves. */
const codesAnHour = 3
/** An answer takes this long at least, whether there is somebody to write to or not. */
const answerMs = 400

/**
 * Mails a code to who forgot their password for the portal; the password, the sessions and the one-time codes stay until it is
 * used. An address that nobody has, and one to which no mail goes, is answered the same, and as late. Nobody of the staff is
 * helped by this: that takes two administrators. Refusal: too_many_attempts.
 */
export async function forgetPassword(database: Database, forgetful: Forgetful): Promise<void> {
  await Promise.all([mailCode(database, forgetful), pause(answerMs)])
}

async function mailCode(
  database: Database,
  { email: typed, address, device, cause }: Forgetful,
): Promise<void> {
  const email = readEmail(typed)
  const deviceId = knownDevice(database.keyring, { realm: 'portal', email }, device)
  // Never a success: each one counts, as a wrong password does.
  await beginAttempt(database, {
    account: `forgotten portal ${email}`,
    origin: { address, deviceId },
  })
  await inTransaction(database.pool, async (tx) => {
    const found = await lockForgetful(tx, email)
    if (found === undefined || !(await mayBeMailed(tx, found.person))) return
    const { person, passwordHash } = found
    const code = typedCode(randomBytes(typedCodeLength))
    const digest = passwordCodeDigest(database, { person, passwordHash, code })
    await tx.run(insert({ id: randomUUIDv7(), personId: person.id, digest }))
    await postMail(tx, database, { personId: person.id, kind: 'password', code })
    await logAct(tx, person, { act: 'password.forget', cause })
  })
}

async function mayBeMailed(tx: Sql, { id: personId }: Pick<Person, 'id'>): Promise<boolean> {
  return (await tx.only(lately({ personId }))).count < codesAnHour
}

const lately = prepared((p: Params<{ personId: Person['id'] }>) =>
  db
    .selectFrom('passwordReset')
    .select((eb) => sql<number>`${eb.fn.countAll()}::int`.as('count'))
    .where('personId', '=', p.personId)
    .where('createdAt', '>', sql<Date>`now() - interval '1 hour'`),
)

const insert = prepared((p: Params<{ id: string; personId: Person['id']; digest: Buffer }>) =>
  db.insertInto('passwordReset').values({
    id: p.id,
    personId: p.personId,
    digest: p.digest,
    expiresAt: inMs(passwordCodeMinutes * 60_000),
  }),
)

/** Forgets codes that were mailed more than an hour ago, which count no more; a bounded batch a call. */
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
