import type {
  ApiKeyId,
  CashSessionId,
  CollaboratorId,
  ServiceEnvId,
  TerminalId,
} from '#domain/ids.ts'
import type { Channel, KeyKind, Mode } from '#domain/transactions/transaction.ts'
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
  readonly cashSessionId: CashSessionId | null
}

/** The only form in which a key is kept: found by it, so that no comparison tells how much of a guess was right. */
export function keyDigest(database: Pick<Database, 'keyring'>, token: string): Buffer {
  return database.keyring.mac('api-key', token)
}

/** The holder of a key; null for an unknown, revoked or expired one or that of a disabled terminal, after the same work. */
export async function findKeyHolder(database: Database, token: string): Promise<KeyHolder | null> {
  const digest = keyDigest(database, token)
  const [row] = await onPool(database.pool).rows<KeyRow>(
    `select k.id, k.kind, k.channel, k.digest, k.terminal_id, k.collaborator_id, k.service_env_id, e.mode,
       s.id as cash_session_id, k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
         and (t.id is null or (t.status <> 'disabled' and t.deleted_at is null)) as is_valid,
       t.id is not null and (t.last_seen_at is null or t.last_seen_at < now() - interval '1 minute') as is_sight_due
     from api_key k join service_env e on e.id = k.service_env_id left join terminal t on t.id = k.terminal_id
       left join cash_session s on s.api_key_id = k.id where k.digest = $1`,
    [digest],
  )
  const isKnown = database.keyring.sameBytes(row?.digest ?? Buffer.alloc(digest.length), digest)
  if (row === undefined || !isKnown || !row.is_valid) return null
  if (row.is_sight_due) await noteSight(database, row.terminal_id)
  return {
    kind: row.kind,
    mode: row.mode,
    serviceEnvId: row.service_env_id,
    apiKeyId: row.id,
    channel: row.channel,
    terminalId: row.terminal_id,
    collaboratorId: row.collaborator_id,
    cashSessionId: row.cash_session_id,
  }
}

/** Once a minute at most, however many calls come at once: those that waited for the row find it done. */
async function noteSight(database: Database, terminalId: TerminalId | null): Promise<void> {
  await onPool(database.pool).rows(
    `update terminal set last_seen_at = now()
     where id = $1 and (last_seen_at is null or last_seen_at < now() - interval '1 minute')`,
    [terminalId],
  )
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
  readonly cash_session_id: CashSessionId | null
  readonly is_sight_due: boolean
  readonly is_valid: boolean
}
