import type { People } from '#domain/people/person.ts'
import { readTypedCode } from '#domain/text/typed-code.ts'
import type { Database } from '#db/connect.ts'
import type { Sql } from '#db/sql.ts'
import { type NotNull, type Params, prepared } from '#db/statements.ts'
import { people, personIn } from './columns.ts'

/** Who may choose another password by mail, with the one of now as it is kept. */
export interface Forgot {
  readonly person: People['portal']
  readonly passwordHash: string
}

/** Somebody active at a merchant, locked; undefined where the address is nobody's, or of somebody else. */
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

/** The only form in which a code is kept: of this person, to replace this very password. */
export function passwordCodeDigest(
  { keyring }: Pick<Database, 'keyring'>,
  { person, passwordHash, code }: Forgot & { readonly code: string },
): Buffer {
  const read = readTypedCode(code) ?? code
  return keyring.mac('password-code', `${person.id} ${passwordHash} ${read}`)
}
