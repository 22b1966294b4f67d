import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { type People, type Person, readEmail, type Realm } from '#domain/people/person.ts'
import { readTypedCode, typedCode, typedCodeLength } from '#domain/text/typed-code.ts'
import type { Database } from '#db/connect.ts'
import { personColumns, personIn, type PersonRow } from './columns.ts'
import { ConstraintViolation, type Sql } from '#db/sql.ts'

/** An invitation waits for three days. */
export const invitationSeconds = 259_200

/** A fresh code with which somebody chooses a password, and the digest that is kept of it. */
function newInvitation(database: Pick<Database, 'keyring'>): {
  readonly code: string
  readonly digest: Buffer
} {
  const code = typedCode(randomBytes(typedCodeLength))
  return { code, digest: invitationDigest(database, code) }
}

/** The only form in which a code is kept; any spelling of it gives the same. */
export function invitationDigest({ keyring }: Pick<Database, 'keyring'>, typed: string): Buffer {
  return keyring.mac('invitation', readTypedCode(typed) ?? typed)
}

/** Somebody who was invited, and the code with which they choose a password: it is in this answer and nowhere else. */
export interface Invited<R extends Realm> {
  readonly person: People[R]
  readonly invitationCode: string
}

/** Whom to give an account, and where. */
export interface NewAccount<R extends Realm> {
  readonly realm: R
  readonly merchantId: People[R]['merchantId']
  readonly role: People[R]['role']
  readonly name: string
  readonly email: string
  /** Null for the first of all. */
  readonly invitedBy: Person['id'] | null
}

/** Gives somebody an account that waits for a password, in a transaction whose failure `accountError` reads. */
export async function insertInvited<R extends Realm>(
  sql: Sql,
  database: Pick<Database, 'keyring'>,
  account: NewAccount<R>,
): Promise<Invited<R>> {
  const { realm, merchantId, role, name, email, invitedBy } = account
  const { code: invitationCode, digest } = newInvitation(database)
  const id = randomUUIDv7()
  const values = [id, realm, merchantId, role, name, readEmail(email), digest, invitedBy]
  const row = await sql.one<PersonRow>(insert, [...values, invitationSeconds])
  return { person: personIn(realm, row), invitationCode }
}

/** What to throw where that transaction failed: email_taken, or the error itself. */
export function accountError(error: unknown): unknown {
  const isTaken = error instanceof ConstraintViolation && error.constraint === 'person_email_once'
  return isTaken ? fail('email_taken') : error
}

const insert = `insert into person as p
    (id, realm, merchant_id, role, name, email, invitation_digest, invited_by, invitation_expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9::int * interval '1 second') returning ${personColumns}`

/** A new code for somebody who is there; the one before opens nothing more. */
export async function giveInvitation(
  sql: Sql,
  database: Pick<Database, 'keyring'>,
  id: Person['id'],
): Promise<string> {
  const { code, digest } = newInvitation(database)
  await sql.rows(
    `update person set invitation_digest = $2, invitation_expires_at = now() + $3::int * interval '1 second'
     where id = $1`,
    [id, digest, invitationSeconds],
  )
  return code
}
