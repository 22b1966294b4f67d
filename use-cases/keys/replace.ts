import type { ServiceEnvId } from '#domain/ids.ts'
import type { KeyScope } from '#domain/keys/scopes.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { requireOpen } from '#use-cases/openings/require-open.ts'
import { keysChanged } from './remember.ts'
import { issueKey, type MerchantKeyKind } from './issue.ts'
import { inMs } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
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
 * that already ends sooner keeps its end. Refusal: live_mode_not_open.
 */
export async function replaceApiKey(
  database: Database,
  place: { readonly id: ServiceEnvId; readonly mode: Mode },
  { kind, oldWorkSeconds, scopes }: KeyReplacement,
): Promise<{ readonly token: string }> {
  const issued = await inTransaction(database.pool, async (tx) => {
    // Serialised, so that each replacement sees and ends the previous key.
    requireOpen(await tx.only(lock(place)))
    await tx.run(endAll({ serviceEnvId: place.id, kind, ms: oldWorkSeconds * 1000 }))
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

const lock = prepared((p: Params<{ id: ServiceEnvId }>) =>
  db.selectFrom('serviceEnv').select('isOpen').where('id', '=', p.id).forNoKeyUpdate(),
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
