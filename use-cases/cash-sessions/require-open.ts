import { fail } from '#domain/errors/errors.ts'
import type { CashSessionId } from '#domain/ids.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * Keeps a sale's cash session open until the transaction ends: its closing waits, and what comes after the closing is
 * refused with invalid_api_key, as its token is. Nothing to do where there is no session.
 */
export async function requireOpenSession(
  tx: Sql,
  id: CashSessionId | null | undefined,
): Promise<void> {
  if (id && !(await keepSessionOpen(tx, id))) throw fail('invalid_api_key')
}

/** The same; false where it is closed. */
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
