import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors.ts'
import { mayManage, type People, type Person, readEmail, type Realm } from '#domain/person.ts'
import { type ActCause, logAct } from '#db/act-log.ts'
import type { Database } from '#db/connect.ts'
import { invitationSeconds, newInvitation } from '#db/invitations.ts'
import { personColumns, personIn, type PersonRow } from '#db/people-rows.ts'
import { ConstraintViolation, inTransaction, type Sql } from '#db/sql.ts'

export interface NewPerson<R extends Realm> {
  readonly name: string
  readonly email: string
  readonly role: People[R]['role']
  readonly cause: ActCause
}

/** Somebody who was invited, and the code with which they choose a password: it is in this answer and nowhere else. */
export interface Invited<R extends Realm> {
  readonly person: People[R]
  readonly invitationCode: string
}

/**
 * Gives somebody an account where the one who invites has theirs: the same merchant, or the staff. Refusals:
 * operation_not_allowed, email_taken.
 */
export async function invitePerson<R extends Realm>(
  database: Database,
  { realm, inviter }: { readonly realm: R; readonly inviter: People[R] },
  { name, email, role, cause }: NewPerson<R>,
): Promise<Invited<R>> {
  if (!mayManage(inviter, role)) throw fail('operation_not_allowed')
  const { code: invitationCode, digest } = newInvitation(database)
  const values = [realm, inviter.merchantId, role, name, readEmail(email), digest, inviter.id]
  try {
    return await inTransaction(database.pool, async (sql) => {
      const person = personIn(realm, await insert(sql, values))
      const subject = { kind: 'person', id: person.id }
      await logAct(sql, inviter, { act: 'person.invite', subject, details: { role }, cause })
      return { person, invitationCode }
    })
  } catch (error) {
    const isTaken = error instanceof ConstraintViolation && error.constraint === 'person_email_once'
    throw isTaken ? fail('email_taken') : error
  }
}

function insert(sql: Sql, values: readonly (Person['id'] | string | Buffer | null)[]) {
  return sql.one<PersonRow>(
    `insert into person as p (id, realm, merchant_id, role, name, email, invitation_digest, invited_by, invitation_expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9::int * interval '1 second') returning ${personColumns}`,
    [randomUUIDv7(), ...values, invitationSeconds],
  )
}
