import { randomBytes, randomUUIDv7 } from 'node:crypto'
import {
  type ApiKeyId,
  asId,
  type CollaboratorId,
  type ServiceEnvId,
  type TerminalId,
} from '#domain/ids.ts'
import type { TerminalType } from '#domain/terminal.ts'
import type { Mode } from '#domain/transaction.ts'
import type { Database } from './connect.ts'
import { keyDigest } from './queries/callers.ts'
import type { Sql } from './sql.ts'

/** A key for one terminal, or for a cashier at it until a time. */
export interface NewKey {
  readonly serviceEnvId: ServiceEnvId
  readonly terminalId: TerminalId
  readonly prefix: `tk_${'live' | 'test'}_` | 'ts_'
  readonly channel: TerminalType
  readonly cashier?: { readonly id: CollaboratorId; readonly seconds: number }
}

/** Makes a key and keeps its digest; the key itself is in this answer and nowhere else. */
export async function issueKey(
  sql: Sql,
  database: Pick<Database, 'keyring'>,
  key: NewKey,
): Promise<{ readonly id: ApiKeyId; readonly token: string }> {
  const id = asId<ApiKeyId>(randomUUIDv7())
  const token = key.prefix + randomBytes(keyBytes).toString('hex')
  await sql.rows(
    `insert into api_key (id, service_env_id, kind, channel, digest, last4, terminal_id, collaborator_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9::int * interval '1 second')`,
    [
      id,
      key.serviceEnvId,
      key.cashier ? 'session' : 'terminal',
      key.channel,
      keyDigest(database, token),
      token.slice(-4),
      key.terminalId,
      key.cashier?.id ?? null,
      key.cashier?.seconds ?? null,
    ],
  )
  return { id, token }
}

/** How keys of terminals begin (spec: Authentication). */
export function terminalKeyPrefix(mode: Mode): NewKey['prefix'] {
  return mode === 'live' ? 'tk_live_' : 'tk_test_'
}

const keyBytes = 24
