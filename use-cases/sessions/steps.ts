import { fail } from '#domain/errors/errors.ts'
import type { Person, Realm } from '#domain/people/person.ts'
import { now } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type NotNull, type Params, prepared } from '#db/statements.ts'
import { personColumns } from '#use-cases/people/columns.ts'
import { tokenDigest } from './sessions.ts'

/**
 * The person whose log-in waits for its second step under this token. Refusal: session_required if there is none (any
 * more).
 */
export async function findStep(tx: Sql, realm: Realm, token: string) {
  const found = await tx.first(step({ digest: tokenDigest(token), realm }))
  if (found === undefined) throw fail('session_required')
  const { codeSecretSealed: sealed, ...row } = found
  return { row, sealed }
}

const step = prepared((p: Params<{ digest: Buffer; realm: Realm }>) =>
  db
    .selectFrom('personSession as s')
    .innerJoin('person', 'person.id', 's.personId')
    .select(personColumns)
    .select('person.codeSecretSealed')
    .where('s.digest', '=', p.digest)
    .where('person.realm', '=', p.realm)
    .where('person.status', '=', 'active')
    .where('person.codeSecretSealed', 'is not', null)
    .$narrowType<{ codeSecretSealed: NotNull }>()
    .where('s.stage', '=', 'awaiting_code')
    .where('s.endedAt', 'is', null)
    .where('s.expiresAt', '>', now),
)

/** The same with the person locked, so that several answers to one step are checked one after the other. */
export async function lockStep(
  tx: Sql,
  realm: Realm,
  { id, token }: { readonly id: Person['id']; readonly token: string },
) {
  await tx.run(lock({ id }))
  return findStep(tx, realm, token)
}

const lock = prepared((p: Params<Pick<Person, 'id'>>) =>
  db.selectFrom('person').select('id').where('id', '=', p.id).forNoKeyUpdate(),
)

/** Ends a step that was completed. */
export async function endStep(tx: Sql, token: string): Promise<void> {
  await tx.run(end({ digest: tokenDigest(token) }))
}

const end = prepared((p: Params<{ digest: Buffer }>) =>
  db
    .updateTable('personSession')
    .set({ endedAt: now, endReason: 'next_step' })
    .where('digest', '=', p.digest),
)
