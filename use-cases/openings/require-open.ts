import { fail } from '#domain/errors/errors.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** Refuses sales in a live mode that staff has not opened: live_mode_not_open. */
export function requireOpen({ isOpen }: { readonly isOpen: boolean }): void {
  if (!isOpen) throw fail('live_mode_not_open')
}

/** The same, read from the database. */
export async function requireOpenMode(books: Sql, serviceEnvId: ServiceEnvId): Promise<void> {
  requireOpen(await books.only(standing({ serviceEnvId })))
}

const standing = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db.selectFrom('serviceEnv').select('isOpen').where('id', '=', p.serviceEnvId),
)
