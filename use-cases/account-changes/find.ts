import { fail } from '#domain/errors/errors.ts'
import { type AccountChangeId, asId, isUuid } from '#domain/ids.ts'
import { personNamed } from '#use-cases/desk/owner-columns.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, jsonObjectFrom, type Params, prepared, sql } from '#db/statements.ts'

const changes = db
  .selectFrom('accountChange as c')
  .select(['c.id', 'c.kind', 'c.name', 'c.email', 'c.role', 'c.reason', 'c.askedAt'])
  .select(['c.expiresAt', 'c.decidedAt'])
  .select((eb) => [
    sql<
      'waiting' | 'done' | 'refused' | 'withdrawn' | 'expired'
    >`case when ${eb.ref('c.state')} = 'waiting'
      and ${eb.ref('c.expiresAt')} < now() then 'expired' else ${eb.ref('c.state')} end`.as(
      'state',
    ),
    personNamed(eb.ref('c.askedBy')).as('askedBy'),
    personNamed(eb.ref('c.decidedBy')).as('decidedBy'),
    personNamed(eb.ref('c.personId')).as('person'),
    jsonObjectFrom(
      eb
        .selectFrom('merchant as m')
        .select(['m.id', 'm.name'])
        .whereRef('m.id', '=', 'c.merchantId'),
    ).as('merchant'),
  ])

/** A requested change to an account, open or decided. */
export type AccountChange = InferResult<typeof changes>[number]

/** The changes that wait for a second administrator, oldest first; at most a hundred. */
export function listWaitingChanges({ pool }: Pick<Database, 'pool'>): Promise<AccountChange[]> {
  return onPool(pool).all(waiting({}))
}

const waiting = prepared(() =>
  changes
    .where('c.state', '=', 'waiting')
    .where('c.expiresAt', '>', sql<Date>`now()`)
    .orderBy('c.askedAt')
    .orderBy('c.id')
    .limit(100),
)

/** One of them. Refusal: account_change_not_found. */
export async function findAccountChange(
  { pool }: Pick<Database, 'pool'>,
  id: string,
): Promise<AccountChange> {
  const found = isUuid(id) ? await onPool(pool).first(byId({ id: asId(id) })) : undefined
  if (found === undefined) throw fail('account_change_not_found')
  return found
}

const byId = prepared((p: Params<{ id: AccountChangeId }>) => changes.where('c.id', '=', p.id))
