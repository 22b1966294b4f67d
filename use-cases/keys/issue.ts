import { randomBytes, randomUUIDv7 } from 'node:crypto'
import {
  type ApiKeyId,
  asId,
  type CollaboratorId,
  type ServiceEnvId,
  type TerminalId,
} from '#domain/ids.ts'
import type { KeyScope } from '#domain/keys/scopes.ts'
import type { TerminalType } from '#domain/terminals/terminal.ts'
import type { KeyKind, Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { inMs } from '#db/functions.ts'
import { keyDigest } from './admit.ts'
import type { Sql } from '#db/sql.ts'
import { db } from '#db/statements.ts'

/** A new key: a merchant's own, a terminal's, or a cashier's until a time. */
export type NewKey = PlaceOfKey &
  (
    | {
        readonly kind: MerchantKeyKind
        readonly channel: 'api' | 'widget'
        readonly scopes: readonly KeyScope[]
      }
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

/** Keys of a merchant's server, and of its web pages and apps. */
export type MerchantKeyKind = 'secret' | 'public'

/**
 * Creates a key and stores its digest; only this answer contains a secret key. A public key appears in web pages, so
 * it is stored in plain text as well.
 */
export async function issueKey(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  key: NewKey,
): Promise<{ readonly id: ApiKeyId; readonly token: string }> {
  const id = asId<ApiKeyId>(randomUUIDv7())
  const token = prefixes[key.kind][key.mode] + randomBytes(keyBytes).toString('hex')
  const cashier = key.kind === 'session' ? key.cashier : null
  const { serviceEnvId, kind, channel } = key
  const digest = keyDigest(database, token)
  await tx.run(
    db.insertInto('apiKey').values({
      id,
      serviceEnvId,
      kind,
      channel,
      digest,
      last4: token.slice(-4),
      publicToken: kind === 'public' ? token : null,
      terminalId: 'terminalId' in key ? key.terminalId : null,
      collaboratorId: cashier?.id ?? null,
      expiresAt: cashier && inMs(cashier.seconds * 1000),
      scopes: scopesOf(key),
    }),
  )
  return { id, token }
}

/** Keys of terminals and cashiers only take payments. */
function scopesOf(key: NewKey): KeyScope[] {
  return 'scopes' in key ? [...key.scopes] : ['payments']
}

/** Key prefixes (docs/api.md#keys). */
const prefixes: Readonly<Record<KeyKind, Readonly<Record<Mode, string>>>> = {
  secret: { live: 'SKLIVE_', sandbox: 'SKSANDBOX_' },
  public: { live: 'PKLIVE_', sandbox: 'PKSANDBOX_' },
  terminal: { live: 'tk_live_', sandbox: 'tk_test_' },
  session: { live: 'ts_', sandbox: 'ts_' },
}
const keyBytes = 24
