import type { ApiKeyId, CollaboratorId, ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { Channel, KeyKind, Mode } from '#domain/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** Whom a key stands for. */
export interface KeyHolder {
  readonly kind: KeyKind
  readonly mode: Mode
  readonly serviceEnvId: ServiceEnvId
  readonly apiKeyId: ApiKeyId
  readonly channel: Channel
  readonly terminalId: TerminalId | null
  readonly collaboratorId: CollaboratorId | null
}

/** The only form in which a key is kept: found by it, so that no comparison tells how much of a guess was right. */
export function keyDigest(database: Pick<Database, 'keyring'>, token: string): Buffer {
  return database.keyring.mac('api-key', token)
}

/** The holder of a key; null for an unknown, revoked or expired one, after the same work. */
export async function findKeyHolder(database: Database, token: string): Promise<KeyHolder | null> {
  const digest = keyDigest(database, token)
  const [row] = await onPool(database.pool).rows<KeyRow>(
    `select k.id, k.kind, k.channel, k.digest, k.terminal_id, k.collaborator_id, k.service_env_id, e.mode,
       k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) as is_valid
     from api_key k join service_env e on e.id = k.service_env_id where k.digest = $1`,
    [digest],
  )
  const isKnown = database.keyring.sameBytes(row?.digest ?? Buffer.alloc(digest.length), digest)
  if (row === undefined || !isKnown || !row.is_valid) return null
  return {
    kind: row.kind,
    mode: row.mode,
    serviceEnvId: row.service_env_id,
    apiKeyId: row.id,
    channel: row.channel,
    terminalId: row.terminal_id,
    collaboratorId: row.collaborator_id,
  }
}

interface KeyRow {
  readonly id: ApiKeyId
  readonly kind: KeyKind
  readonly channel: Channel
  readonly digest: Buffer
  readonly terminal_id: TerminalId | null
  readonly collaborator_id: CollaboratorId | null
  readonly service_env_id: ServiceEnvId
  readonly mode: Mode
  readonly is_valid: boolean
}
