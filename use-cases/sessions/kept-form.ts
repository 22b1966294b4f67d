import type { SessionId } from '#domain/ids.ts'
import type { Person, Realm } from '#domain/people/person.ts'
import type { SealedColumn } from '#platform/keyring.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { tokenDigest } from './sessions.ts'

/** A form submitted after its session had ended: its path and fields. */
export interface KeptForm {
  readonly path: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** A session that is no longer valid, and its person. */
export interface OverSession {
  readonly id: SessionId
  readonly personId: Person['id']
}

/** The person of a token that `readSession` refuses; null if it never was a session, or its person may not log in. */
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

/**
 * The sealed form is stored in the browser during log-in, never in the database, so a rotation of the master key has
 * nothing to reseal.
 */
const column: SealedColumn = { purpose: 'kept-form', table: 'person_session', column: 'kept_form' }
const keptMs = 3_600_000
/** A larger one would exceed the body limit of the log-in form. */
const keptBytesMax = 14_000

interface Sealed extends KeptForm {
  readonly until: number
}

/** Seals a form for one person, for an hour; null if it is too large. */
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

/** Opens a form that was sealed for this person; null for anything else, and after an hour. */
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
    // Anything that we did not seal for this person is ignored.
    return null
  }
}
