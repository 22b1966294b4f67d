import { fail } from '#domain/errors/errors.ts'
import type { AuthorizedAccountId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

interface Place {
  readonly serviceEnvId: ServiceEnvId
  readonly id: AuthorizedAccountId
}

/**
 * Revokes an account for good. Payouts accepted before continue; none is accepted afterwards. Refusal:
 * authorized_account_not_found.
 */
export async function revokeAuthorizedAccount({ pool }: Database, place: Place): Promise<void> {
  const sql = onPool(pool)
  if ((await sql.run(revoke(place))) > 0) return
  if ((await sql.first(revoked(place))) === undefined) throw fail('authorized_account_not_found')
}

const revoke = prepared((p: Params<Place>) =>
  db
    .updateTable('authorizedAccount')
    .set({ status: 'revoked', revokedAt: now })
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id)
    .where('status', 'in', ['pending', 'active']),
)

const revoked = prepared((p: Params<Place>) =>
  db
    .selectFrom('authorizedAccount')
    .select('id')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id)
    .where('status', '=', 'revoked'),
)
