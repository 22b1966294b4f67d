import { fail } from '#domain/errors/errors.ts'
import { asId, isUuid, type MerchantId } from '#domain/ids.ts'
import type { People, Person, Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { people, personIn } from './columns.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A group of people: of one merchant, or the staff. */
export type Population<R extends Realm = Realm> = {
  readonly realm: R
  readonly merchantId: R extends 'portal' ? MerchantId : null
}

/** All of them, in the order they joined; at most a thousand. */
export async function listPeople<R extends Realm>(
  { pool }: Pick<Database, 'pool'>,
  { realm, merchantId }: Population<R>,
): Promise<People[R][]> {
  const rows = await onPool(pool).all(everybody({ realm, merchantId }))
  return rows.map((row) => personIn(realm, row))
}

/** One of them. Refusal: user_not_found, also for another merchant's. */
export async function findPerson<R extends Realm>(
  { pool }: Pick<Database, 'pool'>,
  { realm, merchantId }: Population<R>,
  id: string,
): Promise<People[R]> {
  const row = isUuid(id)
    ? await onPool(pool).first(byId({ realm, merchantId, id: asId(id) }))
    : undefined
  if (row === undefined) throw fail('user_not_found')
  return personIn(realm, row)
}

const everybody = prepared((p: Params<{ realm: Realm; merchantId: MerchantId | null }>) =>
  people
    .where('person.realm', '=', p.realm)
    .where('person.merchantId', 'is not distinct from', p.merchantId)
    .orderBy('person.createdAt')
    .orderBy('person.id')
    .limit(1000),
)

const byId = prepared(
  (p: Params<{ realm: Realm; merchantId: MerchantId | null; id: Person['id'] }>) =>
    people
      .where('person.realm', '=', p.realm)
      .where('person.merchantId', 'is not distinct from', p.merchantId)
      .where('person.id', '=', p.id),
)

/** The name of a merchant's user; null for anybody else. */
export async function findPersonName(
  { pool }: Pick<Database, 'pool'>,
  merchantId: MerchantId,
  id: string,
): Promise<string | null> {
  const row = await onPool(pool).first(nameOf({ id: asId(id), merchantId }))
  return row?.name ?? null
}

const nameOf = prepared((p: Params<{ id: Person['id']; merchantId: MerchantId }>) =>
  db
    .selectFrom('person')
    .select('name')
    .where('id', '=', p.id)
    .where('merchantId', '=', p.merchantId),
)
