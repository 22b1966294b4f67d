import {
  checkoutsPerMinuteMax,
  type CheckoutDraft,
  type CheckoutRecord,
} from '#domain/checkouts/checkout.ts'
import { fail } from '#domain/errors/errors.ts'
import type { ApiKeyId, TerminalId } from '#domain/ids.ts'
import { answerOnce } from '#db/answer-once.ts'
import type { Database } from '#db/connect.ts'
import type { IdempotencyScope, Replay, StoredResponse } from '#db/idempotency.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { readCheckoutRow } from './find.ts'
import { requireOpenSession } from '#use-cases/cash-sessions/require-open.ts'
import { checkoutEntry } from '#db/runs/entries.ts'
import type { Sql } from '#db/sql.ts'
import { freeze } from '#db/types/frozen.ts'

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

async function write(sql: Sql, creation: CheckoutCreation): Promise<CheckoutRecord> {
  const { draft } = creation
  if (draft.terminalId !== null) await countCheckout(sql, draft.terminalId)
  await requireOpenSession(sql, draft.cashSessionId)
  await insertCheckout(sql, creation)
  return readCheckoutRow(sql, draft.id)
}

/** Exact: the creations of one terminal take turns until their transactions end. */
async function countCheckout(sql: Sql, terminalId: TerminalId): Promise<void> {
  await sql.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `checkouts ${terminalId}`,
  ])
  const recent = await sql.rows<{ left_seconds: number }>(
    `select ceil(extract(epoch from created_at + interval '1 minute' - now()))::int as left_seconds
     from checkout where terminal_id = $1 and created_at > now() - interval '1 minute'
     order by created_at desc limit $2`,
    [terminalId, checkoutsPerMinuteMax],
  )
  if (recent.length < checkoutsPerMinuteMax) return
  throw fail('rate_limited', { retry_after_seconds: recent.at(-1)?.left_seconds })
}

async function insertCheckout(sql: Sql, { draft, apiKeyId }: CheckoutCreation): Promise<void> {
  await sql.rows(
    `insert into checkout (id, service_env_id, api_key_id, channel, terminal_id, collaborator_id, cash_session_id,
       amount, currency, display, description, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + $12::int * interval '1 second')`,
    [
      draft.id,
      draft.serviceEnvId,
      apiKeyId,
      draft.channel,
      draft.terminalId,
      draft.collaboratorId,
      draft.cashSessionId,
      draft.price.minor,
      draft.price.currency,
      freeze(draft.display),
      draft.description,
      draft.expiresInSeconds,
    ],
  )
}
