import { readTypedCode } from '#domain/text/typed-code.ts'
import type { Database } from '#db/connect.ts'

/** The only stored form of a sign-up's code, bound to its address; all spellings give the same digest. */
export function signUpDigest(
  { keyring }: Pick<Database, 'keyring'>,
  { email, code }: { readonly email: string; readonly code: string },
): Buffer {
  return keyring.mac('sign-up-code', `${email} ${readTypedCode(code) ?? code}`)
}
