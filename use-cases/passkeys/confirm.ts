import { fail } from '#domain/errors/errors.ts'
import { askForSignature, type PasskeyAsk, type PasskeySite } from '#platform/passkey.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { ActCause } from '#use-cases/audit/log.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import { type ChallengeUse, newChallenge } from './challenges.ts'
import { credentialsOf } from './credentials.ts'
import { judgePasskey, usePasskey } from './judge.ts'
import { newProof, noProof } from './proofs.ts'
import { type PasskeyRefusal, refusePasskey } from './refuse.ts'

/** An action to confirm: the session, and the path that performs it, which identifies its subject. */
interface ConfirmedAct {
  readonly session: Pick<Session, 'id' | 'person'>
  readonly path: string
}

/**
 * Asks for a passkey instead of the password, for this action only. Refusal: action_not_allowed without a passkey.
 */
export async function askForAct(
  database: Database,
  site: PasskeySite,
  act: ConfirmedAct,
): Promise<PasskeyAsk> {
  const known = await credentialsOf(onPool(database.pool), act.session.person)
  if (known.length === 0) throw fail('action_not_allowed')
  return askForSignature(site, await newChallenge(database, useOf(act)), known)
}

const useOf = ({ session, path }: ConfirmedAct): ChallengeUse => ({
  purpose: 'act',
  holder: `${session.id} ${path}`,
})

/**
 * Replaces the password: a proof for a valid passkey (`confirmPassword` accepts it once); otherwise a text that is
 * refused there as invalid_passkey, after the reason was reported as a security event.
 */
export async function proveByPasskey(
  { database, site }: { readonly database: Database; readonly site: PasskeySite },
  act: ConfirmedAct,
  { answer, cause }: { readonly answer: string; readonly cause: ActCause },
): Promise<string> {
  const { person } = act.session
  const refused = async (why: PasskeyRefusal): Promise<string> => {
    await refusePasskey(database, { person, act: 'passkey.confirm', cause }, why)
    return noProof
  }
  const judged = await judgePasskey(database, site, {
    realm: person.realm,
    answer,
    use: useOf(act),
  })
  if (typeof judged === 'string') return refused(judged)
  if (judged.person.id !== person.id) return refused('other_person')
  if ((await onPool(database.pool).run(usePasskey(judged))) === 0) return refused('counter')
  return newProof(database, person)
}
