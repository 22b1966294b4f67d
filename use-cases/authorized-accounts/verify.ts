import { fail } from '#domain/errors/errors.ts'
import type { AuthorizedAccountId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'

/** Opens an account to payouts once it was verified; again, it stays so. Refusal: authorized_account_not_found. */
export async function verifyAuthorizedAccount(
  database: Database,
  { serviceEnvId, id }: { readonly serviceEnvId: ServiceEnvId; readonly id: AuthorizedAccountId },
): Promise<void> {
  await inTransaction(database.pool, async (sql) => {
    await sql.rows(
      `update authorized_account set status = 'active', verified_at = now()
       where service_env_id = $1 and id = $2 and status in ('pending')`,
      [serviceEnvId, id],
    )
    const found = await sql.rows(
      `select id from authorized_account where service_env_id = $1 and id = $2 and status = 'active'`,
      [serviceEnvId, id],
    )
    if (found.length === 0) throw fail('authorized_account_not_found')
  })
}
