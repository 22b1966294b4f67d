import { fail, type ServiceError } from '#domain/errors/errors.ts'
import type { Person, Realm } from '#domain/people/person.ts'
import type { PasskeyFault } from '#platform/passkey.ts'
import { noteSecurity } from '#platform/request-trail.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type ActCause, type Actor, logAct } from '#use-cases/audit/log.ts'
import type { ChallengeFault } from './challenges.ts'

/** Why a passkey is refused, as logged. */
export type PasskeyRefusal =
  | PasskeyFault
  | ChallengeFault
  | 'unknown_passkey'
  | 'other_person'
  | 'counter'
  | 'known_elsewhere'

/** Reports the reason as a security event and in the person's log, and returns the refusal for the caller. */
export async function refusePasskey(
  { pool }: Pick<Database, 'pool'>,
  refused: {
    /** Null if the person is not known yet. */
    readonly person: Person | Actor<Realm> | null
    readonly act: 'passkey.add' | 'passkey.confirm' | 'session.log_in'
    readonly cause: ActCause
  },
  why: PasskeyRefusal,
): Promise<ServiceError> {
  const { person, act, cause } = refused
  noteSecurity({ event: 'auth.failed', tried: 'passkey', why })
  const outcome = 'invalid_passkey'
  if (person !== null) {
    const entry = { act, cause, outcome, details: { by: 'passkey', why } } as const
    await logAct<Realm>(onPool(pool), person, entry)
  }
  return fail('invalid_passkey')
}
