import type { Person } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type ChallengeUse, newChallenge, takeChallenge } from './challenges.ts'

type Books = Pick<Database, 'pool' | 'keyring'>

/** Stands where a password would, within one request: that a passkey was right, or that it was not. */
const prefix = 'passkey-proof.'

/** Of an answer that was refused. */
export const noProof = `${prefix}refused`

const proofShape = /^passkey-proof\.([\w-]{72})$/

/** A proof that a passkey of this person's was right: for this person, once, and told to nobody. */
export function newProof(database: Books, person: Pick<Person, 'id'>): string {
  return prefix + newChallenge(database, useOf(person)).toString('base64url')
}

/** True for a proof of this person's, which is taken by it; anything else may be a password. */
export async function takeProof(
  database: Books,
  person: Pick<Person, 'id'>,
  text: string,
): Promise<boolean> {
  const [, made] = proofShape.exec(text) ?? []
  if (made === undefined) return false
  const given = { use: useOf(person), challenge: Buffer.from(made, 'base64url') }
  return (await takeChallenge(database, onPool(database.pool), given)) === null
}

const useOf = ({ id }: Pick<Person, 'id'>): ChallengeUse => ({ purpose: 'proof', holder: id })
