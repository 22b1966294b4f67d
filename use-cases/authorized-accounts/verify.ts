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

/** Activates a verified account; repeating it changes nothing. Refusal: authorized_account_not_found. */
export async function verifyAuthorizedAccount({ pool }: Database, place: Place): Promise<void> {
  const sql = onPool(pool)
  if ((await sql.run(verify(place))) > 0) return
  if ((await sql.first(active(place))) === undefined) throw fail('authorized_account_not_found')
}

const verify = prepared((p: Params<Place>) =>
  db
    .updateTable('authorizedAccount')
    .set({ status: 'active', verifiedAt: now })
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id)
    .where('status', '=', 'pending'),
)

const active = prepared((p: Params<Place>) =>
  db
    .selectFrom('authorizedAccount')
    .select('id')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id)
    .where('status', '=', 'active'),
)
