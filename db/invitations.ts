import { randomBytes } from 'node:crypto'
import { readTypedCode, typedCode, typedCodeLength } from '#domain/typed-code.ts'
import type { Database } from './connect.ts'

/** An invitation waits for three days. */
export const invitationSeconds = 259_200

/** A fresh code with which somebody chooses a password, and the digest that is kept of it. */
export function newInvitation(database: Pick<Database, 'keyring'>): {
  readonly code: string
  readonly digest: Buffer
} {
  const code = typedCode(randomBytes(typedCodeLength))
  return { code, digest: invitationDigest(database, code) }
}

/** The only form in which a code is kept; any spelling of it gives the same. */
export function invitationDigest({ keyring }: Pick<Database, 'keyring'>, typed: string): Buffer {
  return keyring.mac('invitation', readTypedCode(typed) ?? typed)
}
