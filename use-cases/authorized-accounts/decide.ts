import { fail } from '#domain/errors/errors.ts'
import type { AuthorizedAccountId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { notify } from '#use-cases/notifications/notify.ts'

interface Place {
  readonly serviceEnvId: ServiceEnvId
  readonly id: AuthorizedAccountId
}

/** `numberShown`, its masked number, tells its merchant's people of the decision; what they did themselves they know. */
type Decided = Place & { readonly numberShown?: string }

/**
 * Activates a verified account; repeating it changes nothing. Refusals: authorized_account_not_found;
 * action_not_allowed for a revoked one.
 */
export async function verifyAuthorizedAccount(database: Database, account: Decided): Promise<void> {
  await decide(database, account, 'active')
}

/**
 * Revokes an account for good. Payouts accepted before continue; none is accepted afterwards. Refusal:
 * authorized_account_not_found.
 */
export async function revokeAuthorizedAccount(database: Database, account: Decided): Promise<void> {
  await decide(database, account, 'revoked')
}

async function decide(
  database: Database,
  { serviceEnvId, id, numberShown }: Decided,
  to: 'active' | 'revoked',
): Promise<void> {
  const place = { serviceEnvId, id }
  const isDecided = await inTransaction(database.pool, async (tx) => {
    if ((await tx.run(moves[to](place))) === 0) return false
    if (numberShown === undefined) return true
    const details = { id, name: numberShown, ...(to === 'revoked' && { isRevoked: true }) }
    const [kind, about] = ['account_answer', `${id} ${to}`] as const
    await notify(tx, database, { readers: { serviceEnvId }, kind, about, details })
    return true
  })
  if (isDecided) return
  const account = await onPool(database.pool).first(statusOf(place))
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

const moves = { active: verify, revoked: revoke }

const statusOf = prepared((p: Params<Place>) =>
  db
    .selectFrom('authorizedAccount')
    .select('status')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id),
)
