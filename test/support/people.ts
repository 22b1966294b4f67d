import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { type MerchantId, asId, type StaffMemberId } from '#domain/ids.ts'
import type { People, Realm } from '#domain/people/person.ts'
import { approveAccountChange } from '#use-cases/account-changes/decide.ts'
import { type LoggedIn, logIn } from '#use-cases/sessions/log-in.ts'
import type { Database } from '#db/connect.ts'
import { findPerson } from '#use-cases/people/find.ts'
import type { OpenedSession } from '#use-cases/sessions/sessions.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool } from '#db/sql.ts'

/**
 * Everybody's password in tests. A hash contains its own cost: checking this one costs a thousandth of a real one.
 */
export const password = 'le mil pousse au nord'
const hashed = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** A request with an optional reason. */
export function cause(reason: string | null = null) {
  return { requestId: randomUUID(), reason }
}

/** A new merchant. */
export async function createMerchant({ pool }: Pick<Database, 'pool'>): Promise<MerchantId> {
  const id = asId<MerchantId>(randomUUIDv7())
  await onPool(pool).rows(`insert into merchant (id, name) values ($1, 'Maison Essai')`, [id])
  return id
}

/** An active user of a merchant, with `password`. */
export function createPortalUser(
  database: Database,
  { merchantId, role = 'owner' }: { merchantId: MerchantId; role?: People['portal']['role'] },
): Promise<People['portal']> {
  return createPerson(database, { realm: 'portal', merchantId, role })
}

/** The owner of a new merchant, with `password`. */
export async function createOwner(database: Database): Promise<People['portal']> {
  return createPortalUser(database, { merchantId: await createMerchant(database) })
}

/** An active member of staff, with `password`. */
export function createStaffMember(
  database: Database,
  role: People['staff']['role'] = 'agent',
): Promise<People['staff']> {
  return createPerson(database, { realm: 'staff', merchantId: null, role })
}

/** An invited member of staff who cannot log in, if just anybody is needed; fast. */
export async function newStaff(
  { pool }: Pick<Database, 'pool'>,
  id: string = randomUUIDv7(),
): Promise<StaffMemberId> {
  await onPool(pool).rows(
    `insert into person (id, realm, role, name, email) values ($1, 'staff', 'agent', 'Koffi Zinsou', $2)
     on conflict do nothing`,
    [id, `koffi.${id}@example.com`],
  )
  return asId<StaffMemberId>(id)
}

interface NewPerson<R extends Realm> {
  readonly realm: R
  readonly merchantId: R extends 'portal' ? MerchantId : null
  readonly role: string
}

async function createPerson<R extends Realm>(
  database: Database,
  { realm, merchantId, role }: NewPerson<R>,
): Promise<People[R]> {
  const id = randomUUIDv7()
  await onPool(database.pool).rows(
    `insert into person (id, realm, merchant_id, role, name, email, status, password_hash)
     values ($1, $2, $3, $4, 'Afi Mensah', $5, 'active', $6)`,
    [id, realm, merchantId, role, `afi.${id}@example.com`, await hashed],
  )
  return findPerson(database, { realm, merchantId }, id)
}

/** The code in the last mail to somebody; the mail was not sent yet. */
export async function codeMailed(
  { pool, keyring }: Database,
  { id }: { readonly id: string },
): Promise<string> {
  const [mail] = await onPool(pool).rows<{ id: string; sealed: Buffer | null }>(
    `select id, code_sealed as sealed from mail where person_id = $1 and kind <> 'people_act' order by id desc limit 1`,
    [id],
  )
  if (!mail?.sealed) throw new Error('no mail with a code waits')
  return (
    keyring.open(sealedColumns.mailCode, mail.id, mail.sealed).toString('utf8').split(' ')[1] ?? ''
  )
}

/** The person with this address. */
export function withEmail(
  { pool }: Pick<Database, 'pool'>,
  email: string,
): Promise<{ readonly id: string }> {
  return onPool(pool).one<{ id: string }>('select id from person where email = $1', [email])
}

/** Makes a second administrator approve a request. */
export async function approvedByAnother(database: Database, id: string): Promise<void> {
  const second = await createStaffMember(database, 'administrator')
  await approveAccountChange(database, second, { id, password, cause: cause() })
}

/** One log-in from its own address, with `password` unless another is given. */
export function tryLogIn<R extends Realm>(
  database: Database,
  realm: R,
  { email, ...given }: { email: string; password?: string; address?: string; device?: string },
): Promise<LoggedIn<R>> {
  return logIn(database, realm, {
    email,
    password,
    address: randomUUID(),
    cause: cause(),
    ...given,
  })
}

/** A log-in without a one-time code. */
export async function loggedIn<R extends Realm>(
  database: Database,
  realm: R,
  { email }: { readonly email: string },
): Promise<OpenedSession<R>> {
  const answer = await tryLogIn(database, realm, { email })
  if (answer.step !== 'open') throw new Error('a one-time code is asked for')
  return answer
}
