import { column, db, type Expression, sql } from '#db/statements.ts'

/** Until an idempotency key from before the restore expires, its merchant may repeat a lost request with it. */
const keysAreKept = sql<Date>`${column('installation.restoredAt')} + interval '72 hours'`

/**
 * Whether an order accepted at this time may repeat one lost in a restore of the database, so that its operator may have it
 * although these books never sent it.
 */
export function mayBeKnown(createdAt: Expression<Date>) {
  const restored = db
    .selectFrom('installation')
    .select('installation.id')
    .where('installation.restoredAt', '<=', createdAt)
    .where(keysAreKept, '>', createdAt)
  return sql<boolean>`exists ${restored}`
}
