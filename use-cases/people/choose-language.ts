import type { Person } from '#domain/people/person.ts'
import type { Language } from '#domain/text/language.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { tokenDigest } from '#use-cases/sessions/sessions.ts'

/** Stores the language that somebody reads; their mails are in it from then on. */
export async function chooseLanguage(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<Person, 'id'>,
  language: Language,
): Promise<void> {
  await onPool(pool).run(choose({ id, language }))
}

/** The same for the owner of this portal session; false if the session is over. */
export async function chooseLanguageIn(
  { pool }: Pick<Database, 'pool'>,
  token: string,
  language: Language,
): Promise<boolean> {
  return (await onPool(pool).run(chooseIn({ digest: tokenDigest(token), language }))) > 0
}

const choose = prepared((p: Params<{ id: Person['id']; language: Language }>) =>
  db.updateTable('person').set({ language: p.language }).where('id', '=', p.id),
)

const chooseIn = prepared((p: Params<{ digest: Buffer; language: Language }>) =>
  db
    .updateTable('person')
    .set({ language: p.language })
    .where('realm', '=', 'portal')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('personSession')
        .select('personId')
        .where('digest', '=', p.digest)
        .where('stage', '=', 'open')
        .where('endedAt', 'is', null)
        .where('expiresAt', '>', now),
    ),
)
