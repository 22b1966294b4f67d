import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type MerchantId } from '#domain/ids.ts'
import type { MailDetails } from '#domain/mail/mail.ts'
import { type People, type Person, readEmail, type Realm } from '#domain/people/person.ts'
import type { Language } from '#domain/text/language.ts'
import { readTypedCode, typedCode, typedCodeLength } from '#domain/text/typed-code.ts'
import type { Database } from '#db/connect.ts'
import { postMail } from '#use-cases/mail/post.ts'
import { personColumns, personIn } from './columns.ts'
import { requireFree, takeAddressTurn } from './held-addresses.ts'
import { noSeat, type Seat } from './seat.ts'
import { inMs, rowCount, takeTurn } from '#db/functions.ts'
import { ConstraintViolation, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** An invitation is valid for three days. */
const invitationSeconds = 259_200

/** A new code for choosing a password, and its digest to store. */
function newInvitation(database: Pick<Database, 'keyring'>): {
  readonly code: string
  readonly digest: Buffer
} {
  const code = typedCode(randomBytes(typedCodeLength))
  return { code, digest: invitationDigest(database, code) }
}

/** The only stored form of a code; all its spellings give the same digest. */
export function invitationDigest({ keyring }: Pick<Database, 'keyring'>, typed: string): Buffer {
  return keyring.mac('invitation', readTypedCode(typed) ?? typed)
}

/** An invited person, and the code for choosing a password: for their mail, or for whoever runs the processes. */
export interface Invited<R extends Realm> {
  readonly person: People[R]
  readonly invitationCode: string
}

/** A new account. */
export interface NewAccount<R extends Realm> {
  readonly realm: R
  readonly merchantId: People[R]['merchantId']
  readonly role: People[R]['role']
  readonly name: string
  readonly email: string
  /** Null for the very first one. */
  readonly invitedBy: Person['id'] | null
  /** The colleague whom the mail names; absent if somebody else's people invite. */
  readonly by?: Person['id']
  /** Of the page where they were invited, until they choose one; absent for staff. */
  readonly language?: Language | undefined
  /** Of a cashier. */
  readonly seat?: Seat
}

/**
 * Creates an account that waits for a password. An address that others have only invited is free. If the transaction
 * fails, pass the error to `accountError`. Refusal: email_taken.
 */
export async function insertInvited<R extends Realm>(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  {
    realm,
    merchantId,
    role,
    name,
    email: typed,
    invitedBy,
    language,
    seat = noSeat,
  }: NewAccount<R>,
): Promise<Invited<R>> {
  const email = readEmail(typed)
  await takeAddressTurn(tx, database, { realm, email })
  await requireFree(tx, { realm, email })
  const { code: invitationCode, digest } = newInvitation(database)
  const id = asId<Person['id']>(randomUUIDv7())
  const row = await tx.only(
    db
      .insertInto('person')
      .values({
        id,
        realm,
        merchantId,
        role,
        name,
        email,
        invitedBy,
        language,
        ...seat,
        invitationDigest: digest,
        invitationExpiresAt: inMs(invitationSeconds * 1000),
      })
      .returning(personColumns),
  )
  return { person: personIn(realm, row), invitationCode }
}

/** The error to throw if that transaction failed: email_taken, or the error itself. */
export function accountError(error: unknown): unknown {
  const isTaken = error instanceof ConstraintViolation && error.constraint === 'person_email_once'
  return isTaken ? fail('email_taken') : error
}

/**
 * A new code for an existing account; the previous one stops working. With `resets`, using it also turns one-time
 * codes off. Nothing else changes until it is used.
 */
export async function giveInvitation(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  { id, resets }: { readonly id: Person['id']; readonly resets: boolean },
): Promise<string> {
  const { code, digest } = newInvitation(database)
  await tx.run(renew({ id, digest, resets }))
  return code
}

const renew = prepared((p: Params<{ id: Person['id']; digest: Buffer; resets: boolean }>) =>
  db
    .updateTable('person')
    .set({
      invitationDigest: p.digest,
      invitationExpiresAt: inMs(invitationSeconds * 1000),
      invitationResets: p.resets,
    })
    .where('id', '=', p.id),
)

/** Invites somebody by mail; the code is only in the mail. Refusal: rate_limited. */
export async function inviteByMail<R extends Realm>(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  account: NewAccount<R>,
): Promise<People[R]> {
  const { person, invitationCode: code } = await insertInvited<R>(tx, database, account)
  const { by } = account
  const mail = { personId: person.id, kind: 'invitation', code } as const
  await postCode(tx, database, { ...mail, ...(by && { details: { by } }) })
  return person
}

/** The same for an existing account. Refusals: action_not_allowed if it is disabled, rate_limited. */
export async function letInByMail(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  { id, status, resets }: Pick<Person, 'id' | 'status'> & { readonly resets: boolean },
): Promise<void> {
  if (status === 'disabled') throw fail('action_not_allowed')
  const code = await giveInvitation(tx, database, { id, resets })
  await postCode(tx, database, { personId: id, kind: resets ? 'reset' : 'invitation', code })
}

/**
 * The most code mails per merchant and hour, to one of its people a day, and to one address a day, whoever invites it:
 * anybody can sign up and invite strangers.
 */
const codesAnHour = 20
const codesToOneADay = 5
const codesToAddressADay = 10

interface CodeMail {
  readonly personId: Person['id']
  readonly kind: 'invitation' | 'reset'
  readonly code: string
  readonly details?: MailDetails
}

async function postCode(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  mail: CodeMail,
): Promise<void> {
  const { merchantId, email } = await tx.only(merchantOf(mail))
  if (merchantId !== null) {
    await tx.run(takeTurn({ name: `invitations of ${merchantId}` }))
    const ofMerchant = await tx.only(codesOf({ merchantId }))
    refuseFrom(codesAnHour, ofMerchant)
    refuseFrom(codesToOneADay, await tx.only(codesTo(mail)))
    refuseFrom(codesToAddressADay, await tx.only(codesToAddress({ email })))
  }
  await postMail(tx, database, mail)
}

const merchantOf = prepared((p: Params<{ personId: Person['id'] }>) =>
  db.selectFrom('person').select(['merchantId', 'email']).where('id', '=', p.personId),
)

function refuseFrom(most: number, { count, seconds }: Mailed): void {
  if (count >= most) throw fail('rate_limited', { retry_after_seconds: seconds })
}

/** How many codes were mailed, and the seconds until there is room again. */
interface Mailed {
  readonly count: number
  readonly seconds: number
}

const codesWithin = (interval: '1 hour' | '1 day') =>
  db
    .selectFrom('mail as m')
    .innerJoin('person as p', 'p.id', 'm.personId')
    .select(rowCount.as('count'))
    .select((eb) =>
      sql<number>`coalesce(ceil(extract(epoch from min(${eb.ref('m.createdAt')}) + ${sql.lit(interval)}::interval - now())), 0)::int`.as(
        'seconds',
      ),
    )
    .where('m.kind', 'in', ['invitation', 'reset'])
    .where('m.createdAt', '>', sql<Date>`now() - ${sql.lit(interval)}::interval`)

const codesOf = prepared((p: Params<{ merchantId: MerchantId }>) =>
  codesWithin('1 hour').where('p.merchantId', '=', p.merchantId),
)

const codesTo = prepared((p: Params<{ personId: Person['id'] }>) =>
  codesWithin('1 day').where('m.personId', '=', p.personId),
)

const codesToAddress = prepared((p: Params<{ email: string }>) =>
  codesWithin('1 day').where('p.realm', '=', 'portal').where('p.email', '=', p.email),
)
