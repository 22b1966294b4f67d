import type { ServiceEnvId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { issueKey, type MerchantKeyKind } from './issue.ts'
import { inTransaction } from '#db/sql.ts'

export interface KeyReplacement {
  readonly kind: MerchantKeyKind
  /** How long those before go on working, so that servers can be changed over; none for a key that leaked. */
  readonly oldWorkSeconds: number
}

/**
 * Gives a place a new key in place of all of its kind (spec: Authentication, 4); a secret one is in this answer and nowhere
 * else. A key that already ends sooner keeps its end.
 */
export async function replaceApiKey(
  database: Database,
  place: { readonly id: ServiceEnvId; readonly mode: Mode },
  { kind, oldWorkSeconds }: KeyReplacement,
): Promise<{ readonly token: string }> {
  return inTransaction(database.pool, async (sql) => {
    // One after the other, so that each sees the key of the one before and ends it.
    await sql.rows('select id from service_env where id = $1 for no key update', [place.id])
    await sql.rows(
      `update api_key set expires_at = least(expires_at, now() + $3::int * interval '1 second')
       where service_env_id = $1 and kind = $2 and revoked_at is null`,
      [place.id, kind, oldWorkSeconds],
    )
    const key = { serviceEnvId: place.id, mode: place.mode, kind, channel: channels[kind] }
    return issueKey(sql, database, key)
  })
}

/** Which channel payments made with a key are of (spec: Authentication). */
const channels = { secret: 'api', public: 'widget' } as const satisfies Record<
  MerchantKeyKind,
  string
>
