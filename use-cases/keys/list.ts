import type { KeyScope } from '#domain/keys/scopes.ts'
import type { ApiKeyId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import type { MerchantKeyKind } from './issue.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A merchant's own key that is currently valid. */
export interface ApiKeyRecord {
  readonly id: ApiKeyId
  readonly kind: MerchantKeyKind
  readonly last4: string
  readonly scopes: readonly KeyScope[]
  /** The key itself if it is public. */
  readonly publicToken: string | null
  readonly createdAt: Date
  /** When a replaced key stops working. */
  readonly expiresAt: Date | null
}

/** The currently valid secret and public keys of a service in one mode, newest first. */
export function listApiKeys(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<ApiKeyRecord[]> {
  return onPool(pool).all(ofPlace({ serviceEnvId }))
}

const ofPlace = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('apiKey')
    .select(['id', 'kind', 'last4', 'scopes', 'publicToken', 'createdAt', 'expiresAt'])
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('kind', 'in', ['secret', 'public'])
    .$narrowType<{ kind: MerchantKeyKind }>()
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100),
)
