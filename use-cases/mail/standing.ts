import type { MailEnd } from '#domain/mail/mail.ts'
import type { Person } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The state of the last mail with a code for a person; null if there was none. */
export interface MailStanding {
  readonly createdAt: Date
  /** Null while it waits for the mail server. */
  readonly outcome: MailEnd | null
}

/** Reads the state of the last code mail for a person. */
export async function readCodeMail(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<Person, 'id'>,
): Promise<MailStanding | null> {
  return (await onPool(pool).first(last({ id }))) ?? null
}

const last = prepared((p: Params<Pick<Person, 'id'>>) =>
  db
    .selectFrom('mail')
    .select(['createdAt', 'outcome'])
    .where('personId', '=', p.id)
    .where('kind', 'in', ['invitation', 'reset'])
    .orderBy('id', 'desc')
    .limit(1),
)
