import type { People } from '#domain/people/person.ts'
import { readTypedCode } from '#domain/text/typed-code.ts'
import type { Database } from '#db/connect.ts'
import type { Sql } from '#db/sql.ts'
import { type NotNull, type Params, prepared } from '#db/statements.ts'
import { people, personIn } from './columns.ts'

/** Somebody who may choose a new password by mail, with the hash of the current one. */
export interface Forgot {
  readonly person: People['portal']
  readonly passwordHash: string
}

/** An active portal user, locked; undefined if the address belongs to nobody, or to anybody else. */
export async function lockForgetful(tx: Sql, email: string): Promise<Forgot | undefined> {
  const row = await tx.first(active({ email }))
  return row && { person: personIn('portal', row), passwordHash: row.passwordHash }
}

const active = prepared((p: Params<{ email: string }>) =>
  people
    .select('person.passwordHash')
    .where('person.realm', '=', 'portal')
    .where('person.email', '=', p.email)
    .where('person.status', '=', 'active')
    .where('person.passwordHash', 'is not', null)
    .$narrowType<{ passwordHash: NotNull }>()
    .forNoKeyUpdate(),
)

/** The only stored form of a code: bound to this person and to the password it replaces. */
export function passwordCodeDigest(
  { keyring }: Pick<Database, 'keyring'>,
  { person, passwordHash, code }: Forgot & { readonly code: string },
): Buffer {
  const read = readTypedCode(code) ?? code
  return keyring.mac('password-code', `${person.id} ${passwordHash} ${read}`)
}
