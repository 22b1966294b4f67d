import type { ApiKeyId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import type { MerchantKeyKind } from './issue.ts'
import { onPool } from '#db/sql.ts'

/** A key of a merchant's own that works now. */
export interface ApiKeyRecord {
  readonly id: ApiKeyId
  readonly kind: MerchantKeyKind
  readonly last4: string
  /** The key itself where it is a public one. */
  readonly publicToken: string | null
  readonly createdAt: Date
  /** When one that was replaced stops working. */
  readonly expiresAt: Date | null
}

/** The secret and public keys of a place that work now, the newest first. */
export async function listApiKeys(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<ApiKeyRecord[]> {
  const rows = await onPool(pool).rows<ApiKeyRow>(
    `select id, kind, last4, public_token as "publicToken", created_at as "createdAt", expires_at as "expiresAt"
     from api_key where service_env_id = $1 and kind in ('secret', 'public') and revoked_at is null
       and (expires_at is null or expires_at > now())
     order by created_at desc, id desc limit 100`,
    [serviceEnvId],
  )
  return rows.map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }))
}

type ApiKeyRow = Omit<ApiKeyRecord, 'createdAt' | 'expiresAt'> & {
  readonly createdAt: string
  readonly expiresAt: string | null
}
