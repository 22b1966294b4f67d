import { fail } from '#domain/errors/errors.ts'
import type { CashSessionId } from '#domain/ids.ts'
import type { Sql } from '#db/sql.ts'

/**
 * Keeps a sale's cash session open until the transaction ends: its closing waits, and what comes after the closing is
 * refused with invalid_api_key, as its token is. Nothing to do where there is no session.
 */
export async function requireOpenSession(
  sql: Sql,
  id: CashSessionId | null | undefined,
): Promise<void> {
  if (!id) return
  const open = await sql.rows(
    'select from cash_session where id = $1 and closed_at is null for share',
    [id],
  )
  if (open.length === 0) throw fail('invalid_api_key')
}
