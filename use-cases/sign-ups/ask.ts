import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { asId, type SignUpId } from '#domain/ids.ts'
import { type Person, readEmail } from '#domain/people/person.ts'
import { type Applicant, signUpCodeHours } from '#domain/sign-ups/sign-up.ts'
import type { Language } from '#domain/text/language.ts'
import { typedCode, typedCodeLength } from '#domain/text/typed-code.ts'
import { nameField } from '#use-cases/desk/fields.ts'
import { emailField } from '#use-cases/fields.ts'
import { postMail } from '#use-cases/mail/post.ts'
import { beginAttempt } from '#use-cases/sessions/attempts.ts'
import type { Database } from '#db/connect.ts'
import { inMs, rowCount, rowCountIf, takeTurn } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { signUpDigest } from './codes.ts'

/** Fields for signing up, besides the phone number. */
export const newSignUp = Type.Object({
  business_name: nameField,
  person_name: nameField,
  email: emailField,
})

/** A person who signs up, and where from. */
export interface AskedSignUp extends Applicant {
  readonly email: string
  /** The client's address or network, as limits count it. */
  readonly address: string
  /** Of the page; the mail is written in it, unless its reader has an account in another. */
  readonly language: Language
}

/** The most mails to one address, however many sign up with it; a code is valid for a day, so one of them always is. */
const mailsAnHour = 3
const mailsADay = 6
/** The most sign-ups from one network per hour: each may send a mail to a stranger. */
const signUpsAnHour = 20
/** The most from all networks: whoever has thousands of them has us write to no more strangers than this. */
const signUpsAnHourInAll = 500
const hourSeconds = 3600
/** Minimum duration of an answer, whether or not the address has an account. */
const answerMs = 400

/**
 * Mails a code that confirms the address; nothing is created until it is used. An address that already has an account
 * gets the same answer after the same time, counts the same, and its mail says so. Refusal: too_many_attempts.
 */
export async function askSignUp(
  database: Pick<Database, 'pool' | 'keyring'>,
  asked: AskedSignUp,
): Promise<void> {
  await Promise.all([mailCode(database, asked), pause(answerMs)])
}

async function mailCode(
  database: Pick<Database, 'pool' | 'keyring'>,
  { email: typed, address, businessName, personName, phone, language }: AskedSignUp,
): Promise<void> {
  const email = readEmail(typed)
  // Never a success: each one counts, as a wrong password does.
  await beginAttempt(database, {
    account: `signup ${email}`,
    origin: { address, deviceId: null },
  })
  const { keyring } = database
  const originDigest = keyring.mac('sign-up-origin', address)
  await inTransaction(database.pool, async (tx) => {
    // All before the address, so that two requests cannot deadlock.
    await tx.run(takeTurn({ name: 'sign-ups' }))
    const turn = keyring.mac('sign-up-code', email).toString('hex')
    await tx.run(takeTurn({ name: `sign-up of ${turn}` }))
    await refuseMany(tx, originDigest)
    const { inHour, inDay } = await tx.only(toAddress({ email }))
    if (inHour >= mailsAnHour || inDay >= mailsADay) return
    const id = asId<SignUpId>(randomUUIDv7())
    const known = await tx.first(personWith({ email }))
    const expiresAt = inMs(signUpCodeHours * 3_600_000)
    const common = { id, email, originDigest, expiresAt }
    if (known !== undefined) {
      // Nothing is stored but the request itself.
      const told = { personId: known.id, kind: 'account_exists', language } as const
      const mailId = await postMail(tx, database, told)
      await tx.run(db.insertInto('signUp').values({ ...common, mailId }))
      return
    }
    const code = typedCode(randomBytes(typedCodeLength))
    const digest = signUpDigest(database, { email, code })
    const mailed = { personId: null, kind: 'sign_up', code, language } as const
    const mailId = await postMail(tx, database, mailed)
    await tx.run(
      db
        .insertInto('signUp')
        .values({ ...common, businessName, personName, phone, digest, mailId }),
    )
  })
}

async function refuseMany(tx: Sql, originDigest: Buffer): Promise<void> {
  const network = await tx.only(fromNetwork({ originDigest }))
  const all = await tx.only(fromAnywhere({}))
  const isFull = all.count >= signUpsAnHourInAll
  if (network.count < signUpsAnHour && !isFull) return
  const { seconds } = isFull ? all : network
  throw fail('too_many_attempts', { retry_after_seconds: Math.max(1, seconds ?? hourSeconds) })
}

const lastHour = sql<Date>`now() - interval '1 hour'`

/** How many there were within the hour, and when the first of them is an hour old. */
const inLastHour = db
  .selectFrom('signUp')
  .select((eb) => [
    rowCount.as('count'),
    sql<
      number | null
    >`ceil(extract(epoch from min(${eb.ref('createdAt')}) + interval '1 hour' - now()))::int`.as(
      'seconds',
    ),
  ])
  .where('createdAt', '>', lastHour)

const fromNetwork = prepared((p: Params<{ originDigest: Buffer }>) =>
  inLastHour.where('originDigest', '=', p.originDigest),
)

const fromAnywhere = prepared(() => inLastHour)

const toAddress = prepared((p: Params<{ email: string }>) =>
  db
    .selectFrom('signUp')
    .select((eb) => [
      rowCount.as('inDay'),
      rowCountIf(sql<boolean>`${eb.ref('createdAt')} > ${lastHour}`).as('inHour'),
    ])
    .where('email', '=', p.email)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`),
)

/** Whom a merchant's people have invited, and who never answered, is nobody yet: strangers invite too. */
const personWith = prepared((p: Params<{ email: string }>) =>
  db
    .selectFrom('person')
    .select('id')
    .where('realm', '=', 'portal')
    .where('email', '=', p.email)
    .where((eb) => eb.or([eb('passwordHash', 'is not', null), eb('role', '=', 'owner')]))
    .$castTo<{ id: Person['id'] }>(),
)

/** Deletes sign-ups after a week, confirmed or not, once their mail was sent; a bounded batch per call. */
export function purgeSignUps(tx: Sql): Promise<number> {
  return tx.run(purge({}))
}

const purge = prepared(() =>
  db.deleteFrom('signUp').where('id', 'in', (eb) =>
    eb
      .selectFrom('signUp as s')
      .leftJoin('mail as m', 'm.id', 's.mailId')
      .select('s.id')
      .where('s.createdAt', '<', sql<Date>`now() - interval '7 days'`)
      .where((or) => or.or([or('m.id', 'is', null), or('m.endedAt', 'is not', null)]))
      .orderBy('s.createdAt')
      .limit(10_000),
  ),
)
