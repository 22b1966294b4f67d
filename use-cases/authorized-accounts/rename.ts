import { fail } from '#domain/errors/errors.ts'
import type { AuthorizedAccountId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

interface Renaming {
  readonly serviceEnvId: ServiceEnvId
  readonly id: AuthorizedAccountId
  /** The name that was read before; nobody else's change is overwritten. */
  readonly from: string | null
  /** From `readOwnName`; null takes the name away. */
  readonly to: string | null
}

/**
 * Changes what the merchant calls an account; repeating it changes nothing. Refusals: authorized_account_not_found, also
 * for a revoked one; changed_meanwhile.
 */
export async function renameAuthorizedAccount(
  { pool }: Pick<Database, 'pool'>,
  renaming: Renaming,
): Promise<void> {
  const books = onPool(pool)
  if ((await books.run(rename(renaming))) > 0) return
  const account = await books.first(nameOf(renaming))
  if (account === undefined) throw fail('authorized_account_not_found')
  if (account.ownName !== renaming.to) throw fail('changed_meanwhile')
}

const rename = prepared((p: Params<Renaming>) =>
  db
    .updateTable('authorizedAccount')
    .set({ ownName: p.to })
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id)
    .where('status', '<>', 'revoked')
    .where((eb) => sql<boolean>`${eb.ref('ownName')} is not distinct from ${p.from}::text`),
)

const nameOf = prepared((p: Params<Pick<Renaming, 'serviceEnvId' | 'id'>>) =>
  db
    .selectFrom('authorizedAccount')
    .select('ownName')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id)
    .where('status', '<>', 'revoked'),
)
