import type { ServiceEnvId } from '#domain/ids.ts'
import type { KeyScope } from '#domain/keys/scopes.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { requireOpen } from '#use-cases/openings/require-open.ts'
import { keysChanged } from './remember.ts'
import { issueKey, type MerchantKeyKind } from './issue.ts'
import { inMs } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

export interface KeyReplacement {
  readonly kind: MerchantKeyKind
  /** How long those before go on working, so that servers can be changed over; none for a key that leaked. */
  readonly oldWorkSeconds: number
  /** Of the new one. */
  readonly scopes: readonly KeyScope[]
}

/**
 * Gives a place a new key in place of all of its kind (docs/api.md#keys); a secret one is in this answer and nowhere
 * else. A key that already ends sooner keeps its end. Refusal: live_mode_not_open.
 */
export async function replaceApiKey(
  database: Database,
  place: { readonly id: ServiceEnvId; readonly mode: Mode },
  { kind, oldWorkSeconds, scopes }: KeyReplacement,
): Promise<{ readonly token: string }> {
  const issued = await inTransaction(database.pool, async (tx) => {
    // One after the other, so that each sees the key of the one before and ends it.
    requireOpen(await tx.only(lock(place)))
    await tx.run(endAll({ serviceEnvId: place.id, kind, ms: oldWorkSeconds * 1000 }))
    const key = { serviceEnvId: place.id, mode: place.mode, kind, channel: channels[kind], scopes }
    return issueKey(tx, database, key)
  })
  // Others are told by the commit; this process before it answers.
  database.wake.tellHere(keysChanged)
  return issued
}

/** Which channel payments made with a key are of (docs/api.md#keys). */
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
      .set((eb) => ({ expiresAt: eb.fn<Date>('least', [eb.ref('expiresAt'), inMs(p.ms)]) }))
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where('kind', '=', p.kind)
      .where('revokedAt', 'is', null),
)
