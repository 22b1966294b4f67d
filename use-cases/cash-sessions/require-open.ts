import { fail } from '#domain/errors/errors.ts'
import type { CashSessionId } from '#domain/ids.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * Keeps a sale's cash session open until the transaction ends: closing it waits, and after the closing a sale is
 * refused with invalid_api_key, like its token. Does nothing without a session.
 */
export async function requireOpenSession(
  tx: Sql,
  id: CashSessionId | null | undefined,
): Promise<void> {
  if (id && !(await keepSessionOpen(tx, id))) throw fail('invalid_api_key')
}

/** The same; false if it is closed. */
export async function keepSessionOpen(tx: Sql, id: CashSessionId): Promise<boolean> {
  return (await tx.first(keepOpen({ id }))) !== undefined
}

const keepOpen = prepared((p: Params<{ id: CashSessionId }>) =>
  db
    .selectFrom('cashSession')
    .select('id')
    .where('id', '=', p.id)
    .where('closedAt', 'is', null)
    .forShare(),
)
