import { fail } from '#domain/errors/errors.ts'
import { type AccountChangeId, asId, isUuid } from '#domain/ids.ts'
import type { Sql } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'

/**
 * The request, and whether it is over; nobody else can decide on it until the transaction ends. Refusal:
 * account_change_not_found.
 */
export async function lockChange(tx: Sql, id: string): Promise<Row> {
  const row = isUuid(id) ? await tx.first(locked({ id: asId(id) })) : undefined
  if (row === undefined) throw fail('account_change_not_found')
  return row
}

const lockable = db
  .selectFrom('accountChange as c')
  .select(['c.id', 'c.kind', 'c.personId', 'c.merchantId', 'c.name', 'c.email', 'c.role'])
  .select('c.askedBy')
  .select((eb) =>
    sql<boolean>`${eb.ref('c.state')} <> 'waiting' or ${eb.ref('c.expiresAt')} < now()`.as(
      'isOver',
    ),
  )

type Row = InferResult<typeof lockable>[number]

/** A request that is locked for a decision. */
export type LockedChange = Omit<Row, 'isOver'>

const locked = prepared((p: Params<{ id: AccountChangeId }>) =>
  lockable.where('c.id', '=', p.id).forUpdate(),
)
