import type { PasskeyId } from '#domain/ids.ts'
import { fail } from '#domain/errors/errors.ts'
import type { Person } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { tellOfAccount } from '#use-cases/people/tell.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: PasskeyId
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** Maximum per person. */
export const passkeysMax = 10

/** A person's passkeys, oldest first. */
export function listPasskeys(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<Person, 'id'>,
): Promise<Passkey[]> {
  return onPool(pool).all(passkeysOf({ id }))
}

const passkeysOf = prepared((p: Params<Pick<Person, 'id'>>) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('personId', '=', p.id)
    .orderBy('createdAt')
    .orderBy('id'),
)

/**
 * Removes a passkey; it stops working at once. Refusals: wrong_password, too_many_attempts; action_not_allowed if
 * there is none with this id.
 */
export async function removePasskey(
  database: Database,
  { person }: Pick<Session, 'person'>,
  {
    id,
    password,
    cause,
  }: { readonly id: string; readonly password: string; readonly cause: ActCause },
): Promise<void> {
  await confirmPassword(database, person, password)
  await inTransaction(database.pool, async (tx) => {
    const [removed] = await tx.all(remove({ id, personId: person.id }))
    if (removed === undefined) throw fail('action_not_allowed')
    await logAct(tx, person, { act: 'passkey.remove', subject: { kind: 'passkey', id }, cause })
    await tellOfAccount(tx, database, { act: 'passkey.remove', person, by: null })
  })
}

const remove = prepared((p: Params<{ id: string; personId: Person['id'] }>) =>
  db
    .deleteFrom('passkey')
    .where((eb) => eb(eb.cast<string>('id', 'text'), '=', p.id))
    .where('personId', '=', p.personId)
    .returning('id'),
)
