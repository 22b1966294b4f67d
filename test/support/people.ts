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

/** An active user of a merchant, with `password`. A cashier sells at `pointOfSaleId`, or at any of the merchant's. */
export async function createPortalUser(
  database: Database,
  {
    merchantId,
    role = 'owner',
    pointOfSaleId,
  }: { merchantId: MerchantId; role?: People['portal']['role']; pointOfSaleId?: string | null },
): Promise<People['portal']> {
  const seat = role === 'cashier' ? await seatAt(database, merchantId, pointOfSaleId) : undefined
  return createPerson(database, { realm: 'portal', merchantId, role, seat })
}

interface TestSeat {
  readonly pointOfSaleId: string
  readonly collaboratorId: string
}

/** The seat of a cashier, who is another each time; a merchant without a point of sale gets one. */
async function seatAt(
  { pool }: Database,
  merchantId: MerchantId,
  pointOfSaleId: string | null | undefined,
): Promise<TestSeat> {
  const books = onPool(pool)
  const id = randomUUIDv7()
  await books.rows(
    `with s as (
       insert into service (id, merchant_id, name, public_name) select $2, $1, 'Essai', 'Essai'
       where not exists (select from service where merchant_id = $1) returning id
     ), e as (
       insert into service_env (id, service_id, mode) select $2, s.id, 'live' from s returning id
     )
     insert into point_of_sale (id, service_env_id, name) select $2, e.id, 'Ganhi' from e`,
    [merchantId, id],
  )
  return books.one<TestSeat>(
    `with place as (
       select p.id, s.id as service_id from point_of_sale p join service_env e on e.id = p.service_env_id
         join service s on s.id = e.service_id
       where s.merchant_id = $1 and p.id = coalesce($2, p.id) order by e.mode, p.created_at limit 1
     )
     insert into collaborator (id, service_id, name) select $3, service_id, 'Afi Mensah' from place
     returning id as "collaboratorId", (select id from place) as "pointOfSaleId"`,
    [merchantId, pointOfSaleId ?? null, id],
  )
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
  readonly seat?: TestSeat | undefined
}

async function createPerson<R extends Realm>(
  database: Database,
  { realm, merchantId, role, seat }: NewPerson<R>,
): Promise<People[R]> {
  const id = randomUUIDv7()
  await onPool(database.pool).rows(
    `insert into person (id, realm, merchant_id, role, name, email, status, password_hash, point_of_sale_id, collaborator_id)
     values ($1, $2, $3, $4, 'Afi Mensah', $5, 'active', $6, $7, $8)`,
    [
      id,
      realm,
      merchantId,
      role,
      `afi.${id}@example.com`,
      await hashed,
      seat?.pointOfSaleId ?? null,
      seat?.collaboratorId ?? null,
    ],
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
