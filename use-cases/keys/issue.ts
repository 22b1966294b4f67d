import { randomBytes, randomUUIDv7 } from 'node:crypto'
import {
  type ApiKeyId,
  asId,
  type CollaboratorId,
  type ServiceEnvId,
  type TerminalId,
} from '#domain/ids.ts'
import type { TerminalType } from '#domain/terminals/terminal.ts'
import type { KeyKind, Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { keyDigest } from './find-holder.ts'
import type { Sql } from '#db/sql.ts'

/** What a key is for: a merchant's own, for one terminal, or for a cashier at it until a time. */
export type NewKey = PlaceOfKey &
  (
    | { readonly kind: MerchantKeyKind; readonly channel: 'api' | 'widget' }
    | { readonly kind: 'terminal'; readonly channel: TerminalType; readonly terminalId: TerminalId }
    | {
        readonly kind: 'session'
        readonly channel: TerminalType
        readonly terminalId: TerminalId
        readonly cashier: { readonly id: CollaboratorId; readonly seconds: number }
      }
  )

interface PlaceOfKey {
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
}

/** Keys of a merchant's own server, and of its web pages and apps. */
export type MerchantKeyKind = 'secret' | 'public'

/**
 * Makes a key and keeps its digest; a secret one is in this answer and nowhere else. A public key stands in web pages: it is
 * kept as it is too.
 */
export async function issueKey(
  sql: Sql,
  database: Pick<Database, 'keyring'>,
  key: NewKey,
): Promise<{ readonly id: ApiKeyId; readonly token: string }> {
  const id = asId<ApiKeyId>(randomUUIDv7())
  const token = prefixes[key.kind][key.mode] + randomBytes(keyBytes).toString('hex')
  const cashier = key.kind === 'session' ? key.cashier : null
  await sql.rows(
    `insert into api_key (id, service_env_id, kind, channel, digest, last4, public_token, terminal_id, collaborator_id,
       expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + $10::int * interval '1 second')`,
    [
      id,
      key.serviceEnvId,
      key.kind,
      key.channel,
      keyDigest(database, token),
      token.slice(-4),
      key.kind === 'public' ? token : null,
      'terminalId' in key ? key.terminalId : null,
      cashier?.id,
      cashier?.seconds,
    ],
  )
  return { id, token }
}

/** How keys begin (spec: Authentication). */
const prefixes: Readonly<Record<KeyKind, Readonly<Record<Mode, string>>>> = {
  secret: { live: 'SKLIVE_', sandbox: 'SKSANDBOX_' },
  public: { live: 'PKLIVE_', sandbox: 'PKSANDBOX_' },
  terminal: { live: 'tk_live_', sandbox: 'tk_test_' },
  session: { live: 'ts_', sandbox: 'ts_' },
}
const keyBytes = 24
