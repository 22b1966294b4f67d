import { Secret, TOTP } from 'otpauth'
import type { Database } from '#db/connect.ts'
import type { Person, Realm } from '#domain/people/person.ts'
import { beginOneTimeCodes } from '#use-cases/sessions/begin-one-time-codes.ts'
import { confirmOneTimeCodes } from '#use-cases/sessions/confirm-one-time-codes.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { cause, createPortalUser, createStaffMember, loggedIn, password } from './people.ts'
import { createPortalMerchant } from './portal.ts'

/** The session and device of somebody with one-time codes. */
export interface Enrolled {
  /** The session in which codes were turned on. */
  readonly cookies: Map<string, string>
  /** Ten, each valid once. */
  readonly recoveryCodes: readonly string[]
}

/** Turns one-time codes on for somebody, in a session of theirs. */
export async function enrol(
  database: Database,
  realm: Realm,
  person: Pick<Person, 'email'>,
): Promise<Enrolled> {
  const opened = await loggedIn(database, realm, person)
  const { session } = opened
  const { secret } = await beginOneTimeCodes(database, session, { password, issuer: 'Essai' })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const given = { code, cause: cause() }
  const { recoveryCodes } = await confirmOneTimeCodes(database, session, given)
  const { name, value } = sessionCookie(opened)
  return { cookies: new Map([[name, value]]), recoveryCodes }
}

/** A new person in this realm, who may open the pages of their own account. */
export async function newPerson(
  { database }: { readonly database: Database },
  realm: Realm,
): Promise<Person> {
  if (realm === 'staff') return createStaffMember(database)
  return createPortalUser(database, await createPortalMerchant(database))
}
