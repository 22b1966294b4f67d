import type { Person } from '#domain/people/person.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The credentials of a person, as devices are asked for them. */
export async function credentialsOf(
  books: Sql,
  { id }: Pick<Person, 'id'>,
): Promise<{ credentialId: Buffer; transports: readonly string[] }[]> {
  const rows = await books.all(credentials({ id }))
  return rows.map(({ credentialId, transports }) => ({
    credentialId: Buffer.from(credentialId),
    transports: transports.split(' ').filter((name) => name !== ''),
  }))
}

const credentials = prepared((p: Params<Pick<Person, 'id'>>) =>
  db
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('personId', '=', p.id)
    .orderBy('createdAt')
    .orderBy('id'),
)

/** The user handle that devices store; contains nothing personal. */
export function handleOf(id: Person['id']): Buffer {
  return Buffer.from(id, 'utf8')
}
