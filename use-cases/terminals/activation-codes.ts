import { randomBytes } from 'node:crypto'
import { readTypedCode, typedCode, typedCodeLength } from '#domain/text/typed-code.ts'
import type { Database } from '#db/connect.ts'

/** A terminal is set up within a day of its code. */
export const activationSeconds = 86_400

/** A fresh activation code and the digest that is kept of it. */
export function newActivationCode(database: Pick<Database, 'keyring'>): {
  readonly code: string
  readonly digest: Buffer
} {
  const code = typedCode(randomBytes(typedCodeLength))
  return { code, digest: activationDigest(database, code) }
}

/** The only form in which a code is kept: found by it, as keys are. Any spelling of a code gives the same. */
export function activationDigest(database: Pick<Database, 'keyring'>, typed: string): Buffer {
  return database.keyring.mac('activation-code', readTypedCode(typed) ?? typed)
}
