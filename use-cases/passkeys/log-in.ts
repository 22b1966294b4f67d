import type { Person, Realm } from '#domain/people/person.ts'
import { askForSignature, type PasskeyAsk, type PasskeySite } from '#platform/passkey.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { type Params, prepared } from '#db/statements.ts'
import type { ActCause } from '#use-cases/audit/log.ts'
import { people, personIn } from '#use-cases/people/columns.ts'
import { letIn } from '#use-cases/sessions/let-in.ts'
import { type OpenedSession, tokenDigest } from '#use-cases/sessions/sessions.ts'
import { endStep, findStep, lockStep } from '#use-cases/sessions/steps.ts'
import { type ChallengeUse, newChallenge } from './challenges.ts'
import { credentialsOf } from './credentials.ts'
import { judgePasskey, usePasskey } from './judge.ts'
import { refusePasskey } from './refuse.ts'

/** A passkey answer. */
export interface GivenPasskey {
  /** The token of the first step, or the one that this browser got from the page that asked. */
  readonly token: string
  /** The browser's answer, as JSON. */
  readonly answer: string
  /** What the browser keeps of an earlier log-in (`newDevice`). */
  readonly device?: string | undefined
  readonly cause: ActCause
}

/** The database, and the site that answers must come from. */
interface Door {
  readonly database: Database
  readonly site: PasskeySite
}

/** Asks for a passkey as the second step of a log-in; null without a passkey. Refusal: session_required. */
export async function askSecondStep(
  database: Database,
  site: PasskeySite,
  { realm, token }: { readonly realm: Realm; readonly token: string },
): Promise<PasskeyAsk | null> {
  const books = onPool(database.pool)
  const { row } = await findStep(books, realm, token)
  const known = await credentialsOf(books, row)
  if (known.length === 0) return null
  return askForSignature(site, await newChallenge(database, stepUse(token)), known)
}

/** Asks for a passkey as the complete log-in, in the browser that holds this token. */
export async function askLogIn(
  database: Pick<Database, 'pool' | 'keyring'>,
  site: PasskeySite,
  token: string,
): Promise<PasskeyAsk> {
  return askForSignature(site, await newChallenge(database, logInUse(token)), [])
}

const stepUse = (token: string): ChallengeUse => ({
  purpose: 'second_step',
  holder: tokenDigest(token).toString('hex'),
})

const logInUse = (token: string): ChallengeUse => ({
  purpose: 'log_in',
  holder: tokenDigest(token).toString('hex'),
})

/**
 * Completes the second step of a log-in with a passkey, under a new token. Refusals: session_required,
 * invalid_passkey.
 */
export async function givePasskey<R extends Realm>(
  { database, site }: Door,
  realm: R,
  { token, answer, device, cause }: GivenPasskey,
): Promise<OpenedSession<R>> {
  const { row } = await findStep(onPool(database.pool), realm, token)
  const refused = { person: row, act: 'session.log_in', cause } as const
  const judged = await judgePasskey(database, site, { realm, answer, use: stepUse(token) })
  if (typeof judged === 'string') throw await refusePasskey(database, refused, judged)
  if (judged.person.id !== row.id) throw await refusePasskey(database, refused, 'other_person')
  const opened = await inTransaction(database.pool, async (tx) => {
    const step = await lockStep(tx, realm, { id: row.id, token })
    if ((await tx.run(usePasskey(judged))) === 0) return undefined
    await endStep(tx, token)
    return letIn({ tx, keyring: database.keyring }, personIn(realm, step.row), {
      cause,
      device,
      by: 'passkey',
    })
  })
  if (opened === undefined) throw await refusePasskey(database, refused, 'counter')
  return opened
}

/**
 * A complete log-in with a passkey whose device verified the person: two factors in one. Refusal: invalid_passkey,
 * also for a disabled account.
 */
export async function logInByPasskey<R extends Realm>(
  { database, site }: Door,
  realm: R,
  { token, answer, device, cause }: GivenPasskey,
): Promise<OpenedSession<R>> {
  const judged = await judgePasskey(database, site, { realm, answer, use: logInUse(token) })
  const person = typeof judged === 'string' ? null : judged.person
  const refused = { person, act: 'session.log_in', cause } as const
  if (typeof judged === 'string') throw await refusePasskey(database, refused, judged)
  const opened = await inTransaction(database.pool, async (tx) => {
    const row = await tx.first(lockActive({ id: judged.person.id }))
    if (row === undefined || (await tx.run(usePasskey(judged))) === 0) return undefined
    return letIn({ tx, keyring: database.keyring }, personIn(realm, row), {
      cause,
      device,
      by: 'passkey',
    })
  })
  if (opened === undefined) throw await refusePasskey(database, refused, 'counter')
  return opened
}

const lockActive = prepared((p: Params<Pick<Person, 'id'>>) =>
  people
    .where('person.id', '=', p.id)
    .where('person.status', '=', 'active')
    .where('person.codeSecretSealed', 'is not', null)
    .forNoKeyUpdate(),
)
