import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type MerchantId, type PortalUserId } from '#domain/ids.ts'
import { isPasswordAllowed } from '#domain/people/password-rules.ts'
import { coolingMs, type PortalUser, readEmail } from '#domain/people/person.ts'
import type { Applicant } from '#domain/sign-ups/sign-up.ts'
import type { Language } from '#domain/text/language.ts'
import { hashPassword } from '#platform/password-hash.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { insertMerchant } from '#use-cases/merchants/create.ts'
import { personColumns, personIn } from '#use-cases/people/columns.ts'
import { takeAddressTurn, voidInvitations } from '#use-cases/people/held-addresses.ts'
import { accountError } from '#use-cases/people/invitations.ts'
import {
  attemptFailed,
  attemptSucceeded,
  beginAttempt,
  judged,
} from '#use-cases/sessions/attempts.ts'
import type { Database } from '#db/connect.ts'
import { inMs, now } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { signUpDigest } from './codes.ts'

/** A confirmed address, and the password that its owner chooses. */
export interface Confirmation {
  readonly email: string
  readonly code: string
  readonly password: string
  /** The client's address or network, as limits count it. */
  readonly address: string
  readonly cause: ActCause
  /** Of the page; the owner is written to in it. */
  readonly language: Language
}

/**
 * Creates the merchant of a sign-up, once, for the code from its mail: its service in both modes, and its owner, who then
 * logs in with the password. Live mode stays closed until staff opens it; other codes for this address stop working.
 * Refusals: invalid_password, too_many_attempts, invalid_sign_up_code, email_taken.
 */
export async function confirmSignUp(
  database: Pick<Database, 'pool' | 'keyring'>,
  { email: typed, code, password, address, cause, language }: Confirmation,
): Promise<MerchantId> {
  const email = readEmail(typed)
  if (!isPasswordAllowed(password, email)) throw fail('invalid_password')
  const attempt = await beginAttempt(database, {
    account: `confirm ${email}`,
    origin: { address, deviceId: null },
  })
  const digest = signUpDigest(database, { email, code })
  const passwordHash = await judged(onPool(database.pool), attempt, () => hashPassword(password))
  const made = await inTransaction(database.pool, async (tx) => {
    await takeAddressTurn(tx, database, { realm: 'portal', email })
    const applicant = await takeCode(tx, { email, digest })
    if (applicant === null) {
      await attemptFailed(tx, attempt)
      return null
    }
    await attemptSucceeded(tx, attempt)
    await tx.run(endOthers({ email }))
    await voidInvitations(tx, { email, requestId: cause.requestId })
    const { id, owner } = await found(tx, { applicant, email, passwordHash, language })
    await logAct(tx, owner, { act: 'sign_up.confirm', subject: { kind: 'merchant', id }, cause })
    return id
  }).catch((error: unknown) => {
    throw accountError(error)
  })
  if (made === null) throw fail('invalid_sign_up_code')
  return made
}

interface Founder {
  readonly applicant: Applicant
  readonly email: string
  readonly passwordHash: string
  readonly language: Language
}

/** Like `createMerchant`, but with live mode closed, and an owner who already has a password. */
async function found(
  tx: Sql,
  { applicant, ...owner }: Founder,
): Promise<{ readonly id: MerchantId; readonly owner: PortalUser }> {
  const { businessName: name, personName, phone } = applicant
  const { email } = owner
  const service = { name, publicName: name, currency: 'XOF', phone, email } as const
  const { id } = await insertMerchant(tx, { name, service, isLiveOpen: false })
  const row = await tx.only(
    db
      .insertInto('person')
      .values({
        ...owner,
        id: asId<PortalUserId>(randomUUIDv7()),
        realm: 'portal',
        merchantId: id,
        role: 'owner',
        name: personName,
        status: 'active',
        approvesFrom: inMs(coolingMs),
      })
      .returning(personColumns),
  )
  return { id, owner: personIn('portal', row) }
}

/** The sign-up with this code; of several requests at once only the first gets it. */
async function takeCode(
  tx: Sql,
  given: { readonly email: string; readonly digest: Buffer },
): Promise<Applicant | null> {
  const { businessName, personName, phone } = (await tx.first(confirm(given))) ?? {}
  // The schema guarantees all columns if there is a code.
  return businessName && personName && phone ? { businessName, personName, phone } : null
}

const confirm = prepared((p: Params<{ email: string; digest: Buffer }>) =>
  db
    .updateTable('signUp')
    .set({ confirmedAt: now, digest: null })
    .where('email', '=', p.email)
    .where('digest', '=', p.digest)
    .where('expiresAt', '>', now)
    .returning(['businessName', 'personName', 'phone']),
)

const endOthers = prepared((p: Params<{ email: string }>) =>
  db
    .updateTable('signUp')
    .set({ digest: null })
    .where('email', '=', p.email)
    .where('digest', 'is not', null),
)
