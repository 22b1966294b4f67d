import { fail } from '#domain/errors/errors.ts'
import { isUuid, type MerchantId } from '#domain/ids.ts'
import type { People, Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { personColumns, personIn, type PersonRow } from './columns.ts'
import { onPool } from '#db/sql.ts'

/** Where people are looked for: at one merchant, or in the staff. */
export type Population<R extends Realm = Realm> = {
  readonly realm: R
  readonly merchantId: R extends 'portal' ? MerchantId : null
}

/** Everybody, in the order in which they came; the first thousand. */
export async function listPeople<R extends Realm>(
  { pool }: Pick<Database, 'pool'>,
  { realm, merchantId }: Population<R>,
): Promise<People[R][]> {
  const rows = await onPool(pool).rows<PersonRow>(
    `select ${personColumns} from person p where p.realm = $1 and p.merchant_id is not distinct from $2
     order by p.created_at, p.id limit 1000`,
    [realm, merchantId],
  )
  return rows.map((row) => personIn(realm, row))
}

/** One of them. Refusal: user_not_found, also for another merchant's. */
export async function findPerson<R extends Realm>(
  { pool }: Pick<Database, 'pool'>,
  { realm, merchantId }: Population<R>,
  id: string,
): Promise<People[R]> {
  const [row] = isUuid(id)
    ? await onPool(pool).rows<PersonRow>(
        `select ${personColumns} from person p
         where p.realm = $1 and p.merchant_id is not distinct from $2 and p.id = $3`,
        [realm, merchantId, id],
      )
    : []
  if (row === undefined) throw fail('user_not_found')
  return personIn(realm, row)
}

/** The name of a merchant's user; null for anybody else. */
export async function findPersonName(
  { pool }: Pick<Database, 'pool'>,
  merchantId: MerchantId,
  id: string,
): Promise<string | null> {
  const [row] = await onPool(pool).rows<{ name: string }>(
    'select name from person where id = $1 and merchant_id = $2',
    [id, merchantId],
  )
  return row?.name ?? null
}
