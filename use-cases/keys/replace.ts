import type { ServiceEnvId } from '#domain/ids.ts'
import { fail } from '#domain/errors/errors.ts'
import { type KeyScope, workingKeysMax } from '#domain/keys/scopes.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { requireOpen } from '#use-cases/openings/require-open.ts'
import { lockServiceEnv } from '#use-cases/settings/lock-service-env.ts'
import { keysChanged } from './remember.ts'
import { issueKey, type MerchantKeyKind } from './issue.ts'
import { inMs, now, rowCount } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { type Changes, db, type Params, prepared } from '#db/statements.ts'

export interface KeyReplacement {
  readonly kind: MerchantKeyKind
  /** How long the previous keys keep working, so that servers can switch; 0 for a leaked key. */
  readonly oldWorkSeconds: number
  /** Scopes of the new key. */
  readonly scopes: readonly KeyScope[]
}

/**
 * Creates a new key that replaces all of its kind (docs/api.md#keys); only this answer contains a secret key. A key
 * that already ends sooner keeps its end. Refusals: live_mode_not_open, api_keys_too_many.
 */
export async function replaceApiKey(
  database: Database,
  place: { readonly id: ServiceEnvId; readonly mode: Mode },
  { kind, oldWorkSeconds, scopes }: KeyReplacement,
): Promise<{ readonly token: string }> {
  const issued = await inTransaction(database.pool, async (tx) => {
    // Serialised, so that each replacement sees and ends the previous key.
    requireOpen(await tx.only(lockServiceEnv({ serviceEnvId: place.id })))
    await tx.run(endAll({ serviceEnvId: place.id, kind, ms: oldWorkSeconds * 1000 }))
    if (oldWorkSeconds > 0) await requireRoom(tx, { serviceEnvId: place.id, kind })
    const key = { serviceEnvId: place.id, mode: place.mode, kind, channel: channels[kind], scopes }
    return issueKey(tx, database, key)
  })
  // The commit notifies other processes; this one is notified before it answers.
  database.wake.tellHere(keysChanged)
  return issued
}

/** The channel of payments made with each kind of key (docs/api.md#keys). */
const channels = { secret: 'api', public: 'widget' } as const satisfies Record<
  MerchantKeyKind,
  string
>

interface KeysOfKind {
  readonly serviceEnvId: ServiceEnvId
  readonly kind: MerchantKeyKind
}

/** A key that was leaked ends all others at once, which there is always room for. */
async function requireRoom(tx: Sql, keys: KeysOfKind): Promise<void> {
  const { count } = await tx.only(countWorking({ ...keys }))
  if (count >= workingKeysMax) throw fail('api_keys_too_many')
}

const countWorking = prepared((p: Params<KeysOfKind>) =>
  db
    .selectFrom('apiKey')
    .select(rowCount.as('count'))
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('kind', '=', p.kind)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)])),
)

const endAll = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; kind: MerchantKeyKind; ms: number }>) =>
    db
      .updateTable('apiKey')
      .set((eb): Changes<'apiKey'> => ({
        expiresAt: eb.fn<Date>('least', [eb.ref('expiresAt'), inMs(p.ms)]),
      }))
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where('kind', '=', p.kind)
      .where('revokedAt', 'is', null),
)
