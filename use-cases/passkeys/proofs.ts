import type { Person } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type ChallengeUse, newChallenge, takeChallenge } from './challenges.ts'

type Books = Pick<Database, 'pool' | 'keyring'>

/** Replaces the password within one request: a passkey was valid, or was not. */
const prefix = 'passkey-proof.'

/** The result of a refused answer. */
export const noProof = `${prefix}refused`

const proofShape = /^passkey-proof\.([\w-]{72})$/

/** A proof that this person's passkey was valid: for this person, usable once, and never shown. */
export async function newProof(database: Books, person: Pick<Person, 'id'>): Promise<string> {
  return prefix + (await newChallenge(database, useOf(person))).toString('base64url')
}

/** True for this person's proof, which is consumed; anything else may be a password. */
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
