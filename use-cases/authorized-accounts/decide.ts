import { fail } from '#domain/errors/errors.ts'
import type { AuthorizedAccountId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, type Query } from '#db/statements.ts'

interface Place {
  readonly serviceEnvId: ServiceEnvId
  readonly id: AuthorizedAccountId
}

/**
 * Activates a verified account; repeating it changes nothing. Refusals: authorized_account_not_found;
 * action_not_allowed for a revoked one.
 */
export async function verifyAuthorizedAccount(database: Database, place: Place): Promise<void> {
  await decide(database, place, { to: 'active', by: verify(place) })
}

/**
 * Revokes an account for good. Payouts accepted before continue; none is accepted afterwards. Refusal:
 * authorized_account_not_found.
 */
export async function revokeAuthorizedAccount(database: Database, place: Place): Promise<void> {
  await decide(database, place, { to: 'revoked', by: revoke(place) })
}

async function decide(
  { pool }: Database,
  place: Place,
  { to, by }: { readonly to: 'active' | 'revoked'; readonly by: Query<unknown> },
): Promise<void> {
  const books = onPool(pool)
  if ((await books.run(by)) > 0) return
  const account = await books.first(statusOf(place))
  if (account === undefined) throw fail('authorized_account_not_found')
  if (account.status !== to) throw fail('action_not_allowed')
}

const verify = prepared((p: Params<Place>) =>
  db
    .updateTable('authorizedAccount')
    .set({ status: 'active', verifiedAt: now })
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id)
    .where('status', '=', 'pending'),
)

const revoke = prepared((p: Params<Place>) =>
  db
    .updateTable('authorizedAccount')
    .set({ status: 'revoked', revokedAt: now })
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id)
    .where('status', 'in', ['pending', 'active']),
)

const statusOf = prepared((p: Params<Place>) =>
  db
    .selectFrom('authorizedAccount')
    .select('status')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id),
)
