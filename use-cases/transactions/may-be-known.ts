import { column, db, type Expression, sql } from '#db/statements.ts'

/** As long as a key of before the restore is kept, its merchant may repeat what is lost. */
const keysAreKept = sql<Date>`${column('installation.restoredAt')} + interval '72 hours'`

/**
 * Whether an order accepted at this time may repeat one that a restored database has lost, so that its operator may have
 * it although these books never sent it.
 */
export function mayBeKnown(createdAt: Expression<Date>) {
  const restored = db
    .selectFrom('installation')
    .select('installation.id')
    .where('installation.restoredAt', '<=', createdAt)
    .where(keysAreKept, '>', createdAt)
  return sql<boolean>`exists ${restored}`
}
