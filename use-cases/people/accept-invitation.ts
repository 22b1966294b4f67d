import { fail } from '#domain/errors/errors.ts'
import { isPasswordAllowed } from '#domain/people/password-rules.ts'
import { coolingMs, type Person, readEmail, type Realm } from '#domain/people/person.ts'
import type { Language } from '#domain/text/language.ts'
import { hashPassword } from '#platform/password-hash.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import {
  attemptFailed,
  attemptSucceeded,
  beginAttempt,
  judged,
} from '#use-cases/sessions/attempts.ts'
import type { Database } from '#db/connect.ts'
import { takeAddressTurn, voidInvitations } from './held-addresses.ts'
import { accountError, invitationDigest } from './invitations.ts'
import { tellOfAccount } from './tell.ts'
import { personColumns, personIn } from './columns.ts'
import { forgetCodes } from '#use-cases/sessions/one-time-codes.ts'
import { endSessions } from '#use-cases/sessions/sessions.ts'
import { inMs, now } from '#db/functions.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { type Changes, db, type Params, prepared, sql } from '#db/statements.ts'

export interface Acceptance {
  readonly email: string
  readonly code: string
  readonly password: string
  /** The client's address or network, as limits count it. */
  readonly address: string
  readonly cause: ActCause
  /** The page's language, in which a newcomer is written to from then on. Absent for staff. */
  readonly language?: Language
}

/**
 * Chooses a password with an invitation's code, once, which ends what other merchants sent there. Earlier sessions end,
 * and one-time codes are turned off if the invitation was given for that. The person must then log in, and may approve
 * nothing for a day. Refusals: invalid_password, too_many_attempts, invalid_invitation.
 */
export async function acceptInvitation(
  database: Database,
  realm: Realm,
  { email: typed, code, password, address, cause, language }: Acceptance,
): Promise<void> {
  const email = readEmail(typed)
  if (!isPasswordAllowed(password, email)) throw fail('invalid_password')
  const account = `invitation ${realm} ${email}`
  const attempt = await beginAttempt(database, {
    account,
    origin: { address, deviceId: null },
  })
  const digest = invitationDigest(database, code)
  const passwordHash = await judged(onPool(database.pool), attempt, () => hashPassword(password))
  const isAccepted = await inTransaction(database.pool, async (tx) => {
    await takeAddressTurn(tx, database, { realm, email })
    const row = await tx.first(
      accept({ realm, email, digest, passwordHash, language: language ?? null }),
    )
    if (row === undefined) {
      await attemptFailed(tx, attempt)
      return false
    }
    const person = personIn(realm, row)
    await attemptSucceeded(tx, attempt)
    if (realm === 'portal') await voidInvitations(tx, { email, requestId: cause.requestId })
    if (row.invitationResets) await forgetCodes(tx, person.id)
    await tx.run(settle({ id: person.id }))
    await endSessions(tx, { id: person.id }, 'password')
    await logAct(tx, person, { act: 'invitation.accept', cause })
    await tellOfAccount(tx, database, { act: 'invitation.accept', person, by: null })
    return true
  }).catch((error: unknown) => {
    throw isHeldByAnother(error) ? fail('invalid_invitation') : error
  })
  if (!isAccepted) throw fail('invalid_invitation')
}

/** The staff has invited the same address as an owner meanwhile. */
function isHeldByAnother(error: unknown): boolean {
  return accountError(error) !== error
}

const accept = prepared(
  (
    p: Params<{
      realm: Realm
      email: string
      digest: Buffer
      passwordHash: string
      language: Language | null
    }>,
  ) =>
    db
      .updateTable('person')
      .set((eb): Changes<'person'> => ({
        status: 'active',
        passwordHash: p.passwordHash,
        language: eb
          .case()
          .when('lastLogInAt', 'is', null)
          .then(eb.fn.coalesce(p.language, 'language'))
          .else(eb.ref('language'))
          .end(),
        invitationDigest: null,
        invitationExpiresAt: null,
      }))
      .where('realm', '=', p.realm)
      .where('email', '=', p.email)
      .where('invitationDigest', '=', p.digest)
      .where('invitationExpiresAt', '>', now)
      .where('status', '<>', 'disabled')
      .returning([...personColumns, 'person.invitationResets']),
)

/** The first administrators, whom nobody invited, may approve at once: there is nobody else. */
const settle = prepared((p: Params<Pick<Person, 'id'>>) =>
  db
    .updateTable('person')
    .set((eb): Changes<'person'> => ({
      invitationResets: false,
      approvesFrom: sql<Date | null>`case when ${eb.ref('invitedBy')} is null and ${eb.ref('lastLogInAt')} is null
        then ${eb.ref('approvesFrom')} else ${inMs(coolingMs)} end`,
    }))
    .where('id', '=', p.id),
)
