import { readTypedCode } from '#domain/text/typed-code.ts'
import type { Database } from '#db/connect.ts'

/** The only form in which the code of a sign-up is kept: of this address; any spelling of it gives the same. */
export function signUpDigest(
  { keyring }: Pick<Database, 'keyring'>,
  { email, code }: { readonly email: string; readonly code: string },
): Buffer {
  return keyring.mac('sign-up-code', `${email} ${readTypedCode(code) ?? code}`)
}
