import type { SessionId } from '#domain/ids.ts'
import type { Person, Realm } from '#domain/people/person.ts'
import type { SealedColumn } from '#platform/keyring.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { tokenDigest } from './sessions.ts'

/** A form that came after the end of its session: where it was sent, and what was typed. */
export interface KeptForm {
  readonly path: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** A session that opens nothing any more, and whose it was. */
export interface OverSession {
  readonly id: SessionId
  readonly personId: Person['id']
}

/** Whose session a token was that `readSession` refuses; null where it never was one, or its person may not come in. */
export async function readOverSession(
  { pool }: Pick<Database, 'pool'>,
  realm: Realm,
  token: string,
): Promise<OverSession | null> {
  return (await onPool(pool).first(over({ digest: tokenDigest(token), realm }))) ?? null
}

const over = prepared((p: Params<{ digest: Buffer; realm: Realm }>) =>
  db
    .selectFrom('personSession as s')
    .innerJoin('person', 'person.id', 's.personId')
    .select(['s.id', 's.personId'])
    .where('s.digest', '=', p.digest)
    .where('s.stage', '=', 'open')
    .where('s.expiresAt', '>', sql<Date>`now() - interval '1 day'`)
    .where('person.realm', '=', p.realm)
    .where('person.status', '=', 'active'),
)

/** It waits in the browser for a log-in, and nowhere in the books: a rotation of the master key has nothing to seal anew. */
const column: SealedColumn = { purpose: 'kept-form', table: 'person_session', column: 'kept_form' }
const keptMs = 3_600_000
/** More does not fit into the form of the log-in, whose limit is that of any. */
const keptBytesMax = 14_000

interface Sealed extends KeptForm {
  readonly until: number
}

/** Seals a form for one person, for an hour; null where it is too large. */
export function sealForm(
  { keyring }: Pick<Database, 'keyring'>,
  { personId }: Pick<OverSession, 'personId'>,
  { form, now }: { readonly form: KeptForm; readonly now: Date },
): string | null {
  const sealed: Sealed = { ...form, until: now.getTime() + keptMs }
  const text = JSON.stringify(sealed)
  if (Buffer.byteLength(text) > keptBytesMax) return null
  return keyring.seal(column, personId, text).toString('base64url')
}

/** What was sealed for this very person; null for anything else, and after its hour. */
export function openForm(
  { keyring }: Pick<Database, 'keyring'>,
  { id }: Pick<Person, 'id'>,
  { sealed, now }: { readonly sealed: string; readonly now: Date },
): KeptForm | null {
  try {
    const text = keyring.open(column, id, Buffer.from(sealed, 'base64url')).toString('utf8')
    const { until, ...form } = JSON.parse(text) as Sealed
    return until > now.getTime() ? form : null
  } catch {
    // Whatever a browser sends that we did not seal for this person is no form of theirs.
    return null
  }
}
