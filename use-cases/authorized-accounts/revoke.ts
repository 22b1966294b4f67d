import { fail } from '#domain/errors/errors.ts'
import type { AuthorizedAccountId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'

/** Closes an account to payouts, for good. What was accepted before goes on; no payout accepted after is sent to it. Refusal: authorized_account_not_found. */
export async function revokeAuthorizedAccount(
  database: Database,
  { serviceEnvId, id }: { readonly serviceEnvId: ServiceEnvId; readonly id: AuthorizedAccountId },
): Promise<void> {
  await inTransaction(database.pool, async (sql) => {
    await sql.rows(
      `update authorized_account set status = 'revoked', revoked_at = now()
       where service_env_id = $1 and id = $2 and status in ('pending', 'active')`,
      [serviceEnvId, id],
    )
    const found = await sql.rows(
      `select id from authorized_account where service_env_id = $1 and id = $2 and status = 'revoked'`,
      [serviceEnvId, id],
    )
    if (found.length === 0) throw fail('authorized_account_not_found')
  })
}
