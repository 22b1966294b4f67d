import { randomBytes } from 'node:crypto'
import { readTypedCode, typedCode, typedCodeLength } from '#domain/text/typed-code.ts'
import type { Database } from '#db/connect.ts'

/** A code is valid for a day. */
export const activationSeconds = 86_400

/** A new activation code, and its digest to store. */
export function newActivationCode(database: Pick<Database, 'keyring'>): {
  readonly code: string
  readonly digest: Buffer
} {
  const code = typedCode(randomBytes(typedCodeLength))
  return { code, digest: activationDigest(database, code) }
}

/** The only stored form of a code, used for lookups like those of keys. All its spellings give the same digest. */
export function activationDigest(database: Pick<Database, 'keyring'>, typed: string): Buffer {
  return database.keyring.mac('activation-code', readTypedCode(typed) ?? typed)
}
