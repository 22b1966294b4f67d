import { randomUUIDv7 } from 'node:crypto'
import { asId, type PasskeyId } from '#domain/ids.ts'
import { fail } from '#domain/errors/errors.ts'
import { type Person, requireSecondFactor } from '#domain/people/person.ts'
import {
  askForNew,
  type NewPasskey,
  type PasskeyAsk,
  type PasskeySite,
  readPasskeyAnswer,
  verifyNew,
} from '#platform/passkey.ts'
import type { Database } from '#db/connect.ts'
import { ConstraintViolation, inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { tellOfAccount } from '#use-cases/people/tell.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import { confirmOwnCode } from '#use-cases/sessions/confirm-own-code.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import { type ChallengeUse, newChallenge, takeChallenge } from './challenges.ts'
import { credentialsOf, handleOf } from './credentials.ts'
import { passkeysMax } from './own.ts'
import { refusePasskey } from './refuse.ts'

/**
 * The browser options for registering a passkey, after checking password and one-time code. Refusals:
 * second_factor_required without one-time codes, wrong_password, invalid_one_time_code, too_many_attempts;
 * action_not_allowed at the maximum of ten.
 */
export async function beginPasskey(
  database: Database,
  site: PasskeySite,
  {
    session: { id, person },
    password,
    code,
    siteName,
  }: {
    readonly session: Pick<Session, 'id' | 'person'>
    readonly password: string
    readonly code: string
    readonly siteName: string
  },
): Promise<PasskeyAsk> {
  requireSecondFactor(person)
  await confirmPassword(database, person, password)
  await confirmOwnCode(database, person, code)
  const known = await credentialsOf(onPool(database.pool), person)
  if (known.length >= passkeysMax) throw fail('action_not_allowed')
  return askForNew(site, {
    challenge: await newChallenge(database, useOf(id)),
    owner: { handle: handleOf(person.id), account: person.email, name: person.name },
    known: known.map(({ credentialId }) => credentialId),
    siteName,
  })
}

/** Binds the challenge to the session that gave password and code: only its browser can answer. */
function useOf(sessionId: string): ChallengeUse {
  return { purpose: 'register', holder: sessionId }
}

/**
 * Stores the passkey that a device created, and notifies the owner and the account's managers. Refusals:
 * invalid_passkey; action_not_allowed at the maximum of ten, or if codes were removed meanwhile.
 */
export async function addPasskey(
  database: Database,
  site: PasskeySite,
  {
    session: { id: sessionId, person },
    answer: text,
    name,
    cause,
  }: {
    readonly session: Pick<Session, 'id' | 'person'>
    /** The browser's answer, as JSON. */
    readonly answer: string
    /** Up to 60 characters. */
    readonly name: string
    readonly cause: ActCause
  },
): Promise<void> {
  const refusal = { person, act: 'passkey.add', cause } as const
  const answer = readPasskeyAnswer(text)
  if (answer === null) throw await refusePasskey(database, refusal, 'malformed')
  const { challenge } = answer
  const books = onPool(database.pool)
  const fault = await takeChallenge(database, books, { use: useOf(sessionId), challenge })
  if (fault !== null) throw await refusePasskey(database, refusal, fault)
  const made = await verifyNew(site, answer)
  if (typeof made === 'string') throw await refusePasskey(database, refusal, made)
  const id = asId<PasskeyId>(randomUUIDv7())
  const isKept = await inTransaction(database.pool, async (tx) => {
    await requireRoom(tx, person.id)
    await tx.run(
      db.insertInto('passkey').values({ id, personId: person.id, name, ...columnsOf(made) }),
    )
    await logAct(tx, person, { act: 'passkey.add', subject: { kind: 'passkey', id }, cause })
    await tellOfAccount(tx, database, { act: 'passkey.add', person, by: null })
    return true
  }).catch((error: unknown) => {
    if (error instanceof ConstraintViolation && error.constraint === onceAConstraint) return false
    throw error
  })
  if (!isKept) throw await refusePasskey(database, refusal, 'known_elsewhere')
}

const onceAConstraint = 'passkey_credential_id_key'

async function requireRoom(tx: Sql, id: Person['id']): Promise<void> {
  const row = await tx.first(locked({ id }))
  const known = await credentialsOf(tx, { id })
  if (row === undefined || known.length >= passkeysMax) throw fail('action_not_allowed')
}

const locked = prepared((p: Params<Pick<Person, 'id'>>) =>
  db
    .selectFrom('person')
    .select('id')
    .where('id', '=', p.id)
    .where('status', '=', 'active')
    .where('codeSecretSealed', 'is not', null)
    .forNoKeyUpdate(),
)

function columnsOf({ credentialId, publicKey, signCount, transports }: NewPasskey) {
  return {
    credentialId,
    publicKey,
    signCount: BigInt(signCount),
    transports: transports.join(' '),
  }
}
