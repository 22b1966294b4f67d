import {
  checkoutsPerMinuteMax,
  type CheckoutDraft,
  type CheckoutRecord,
} from '#domain/checkouts/checkout.ts'
import { fail } from '#domain/errors/errors.ts'
import type { ApiKeyId, TerminalId } from '#domain/ids.ts'
import type { LinkDisplay } from '#domain/pricing/display.ts'
import { answerOnce } from '#db/answer-once.ts'
import type { Database } from '#db/connect.ts'
import type { IdempotencyScope, Replay, StoredResponse } from '#db/idempotency.ts'
import { inMs } from '#db/functions.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { readCheckoutRow } from './find.ts'
import { requireOpenSession } from '#use-cases/cash-sessions/require-open.ts'
import { checkoutEntry } from '#db/runs/entries.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { freeze, type Frozen } from '#db/types/frozen.ts'

export interface CheckoutCreation {
  readonly draft: CheckoutDraft
  readonly apiKeyId: ApiKeyId
  /** Null where the request carries no key: each is then a new one. */
  readonly idempotency: IdempotencyScope | null
  /** The answer for this record: kept with a key, so that a replay gives the same bytes. */
  readonly respond: (record: CheckoutRecord) => StoredResponse
}

/**
 * Records a checkout and the run that decides over it, in one transaction; a repeat with its key gets its replay.
 * Refusals: request_in_progress, idempotency_conflict, rate_limited, and invalid_api_key where the cash session was closed
 * meanwhile.
 */
export async function createCheckout(
  database: Database,
  outbox: Outbox,
  creation: CheckoutCreation,
): Promise<Replay> {
  const { draft, idempotency, respond } = creation
  return answerOnce(database, outbox, {
    idempotency,
    write: (sql) => write(sql, creation),
    respond,
    announce: (sql) => enqueue(sql, [checkoutEntry(draft)]),
  })
}

async function write(tx: Sql, { draft, apiKeyId }: CheckoutCreation): Promise<CheckoutRecord> {
  if (draft.terminalId !== null) await countCheckout(tx, draft.terminalId)
  await requireOpenSession(tx, draft.cashSessionId)
  const { id, serviceEnvId, channel, terminalId, collaboratorId, cashSessionId } = draft
  await tx.run(
    db.insertInto('checkout').values({
      id,
      serviceEnvId,
      apiKeyId,
      channel,
      terminalId,
      collaboratorId,
      cashSessionId,
      amount: draft.price.minor,
      currency: draft.price.currency,
      display: sql<Frozen<LinkDisplay>>`${freeze(draft.display)}`,
      description: draft.description,
      expiresAt: inMs(draft.expiresInSeconds * 1000),
    }),
  )
  return readCheckoutRow(tx, id)
}

/** Exact: the creations of one terminal take turns until their transactions end. */
async function countCheckout(tx: Sql, terminalId: TerminalId): Promise<void> {
  await tx.first(takeTurn({ turn: `checkouts ${terminalId}` }))
  const oldest = await tx.first(oldestCounted({ terminalId }))
  if (oldest) throw fail('rate_limited', { retry_after_seconds: oldest.leftSeconds })
}

const takeTurn = prepared((p: Params<{ turn: string }>) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${p.turn}, 0))`.as('turn')),
)

/** Of as many as there may be, the one that leaves the minute first. */
const oldestCounted = prepared((p: Params<{ terminalId: TerminalId }>) =>
  db
    .selectFrom('checkout')
    .select(
      sql<number>`ceil(extract(epoch from created_at + interval '1 minute' - now()))::int`.as(
        'leftSeconds',
      ),
    )
    .where('terminalId', '=', p.terminalId)
    .where('createdAt', '>', sql<Date>`now() - interval '1 minute'`)
    .orderBy('createdAt', 'desc')
    .offset(checkoutsPerMinuteMax - 1)
    .limit(1),
)
