import type { PasskeyId } from '#domain/ids.ts'
import type { Person, Realm } from '#domain/people/person.ts'
import {
  type PasskeyAnswer,
  type PasskeySite,
  readPasskeyAnswer,
  verifySignature,
} from '#platform/passkey.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { personColumns, personIn } from '#use-cases/people/columns.ts'
import { type ChallengeUse, takeChallenge } from './challenges.ts'
import { handleOf } from './credentials.ts'
import type { PasskeyRefusal } from './refuse.ts'

/** The person and passkey of a signature, and the device's signature counter. */
export interface JudgedPasskey {
  readonly id: PasskeyId
  readonly signCount: bigint
  readonly person: Person
}

/** Identifies the person who answered, or why the answer is refused; consumes the challenge either way. */
export async function judgePasskey(
  database: Pick<Database, 'pool' | 'keyring'>,
  site: PasskeySite,
  given: { readonly realm: Realm; readonly answer: string; readonly use: ChallengeUse },
): Promise<JudgedPasskey | PasskeyRefusal> {
  const books = onPool(database.pool)
  const answer = readPasskeyAnswer(given.answer)
  if (answer === null) return 'malformed'
  const { challenge, credentialId } = answer
  const fault = await takeChallenge(database, books, { use: given.use, challenge })
  if (fault !== null) return fault
  const found = await books.first(byCredential({ credentialId, realm: given.realm }))
  if (found === undefined) return 'unknown_passkey'
  const { passkeyId: id, publicKey, ...row } = found
  const person = personIn(given.realm, row)
  if (!isOf(answer, person, given.use)) return 'other_person'
  const signed = await verifySignature(site, answer, publicKey)
  if (typeof signed === 'string') return signed
  return { id, signCount: BigInt(signed.signCount), person }
}

/** Devices report the passkey's owner; in a log-in without a name they must. */
function isOf({ userHandle }: PasskeyAnswer, { id }: Person, { purpose }: ChallengeUse): boolean {
  if (userHandle === null) return purpose !== 'log_in'
  return userHandle.equals(handleOf(id))
}

const byCredential = prepared((p: Params<{ credentialId: Buffer; realm: Realm }>) =>
  db
    .selectFrom('passkey')
    .innerJoin('person', 'person.id', 'passkey.personId')
    .select(personColumns)
    .select(['passkey.id as passkeyId', 'passkey.publicKey'])
    .where('passkey.credentialId', '=', p.credentialId)
    .where('person.realm', '=', p.realm)
    .where('person.status', '=', 'active')
    .where('person.codeSecretSealed', 'is not', null),
)

/** Stores the signature counter; a lower value than the last means a cloned device, and is refused. */
export const usePasskey = prepared((p: Params<{ id: PasskeyId; signCount: bigint }>) =>
  db
    .updateTable('passkey')
    .set({ signCount: p.signCount, lastUsedAt: now })
    .where('id', '=', p.id)
    .where((eb) =>
      eb.or([
        eb('signCount', '<', p.signCount),
        eb.and([eb('signCount', '=', 0n), eb(eb.cast<bigint>(p.signCount, 'bigint'), '=', 0n)]),
      ]),
    ),
)
