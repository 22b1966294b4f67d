import type { Database } from './connect.ts'
import {
  findReplay,
  type IdempotencyScope,
  lockKey,
  recordResponse,
  type Replay,
  type StoredResponse,
} from './idempotency.ts'
import type { Outbox } from './outbox.ts'
import { inTransaction, type Sql } from './sql.ts'

/** What is done once for an idempotency key; each step in the one transaction, in this order. */
export interface OnceWork<Written extends { readonly id: string }> {
  /** Null where the caller repeats nothing. */
  readonly idempotency: IdempotencyScope | null
  readonly write: (sql: Sql) => Promise<Written>
  /** The answer: kept, so that a replay gives the same bytes. */
  readonly respond: (written: Written) => StoredResponse
  /** Returns the outbox ids of what is to start after the commit; the relay starts it should this process end here. */
  readonly announce: (sql: Sql, written: Written) => Promise<readonly string[]>
}

/** Does the work, or answers a repeat of it with its replay. Refusals: request_in_progress, idempotency_conflict. */
export async function answerOnce<Written extends { readonly id: string }>(
  database: Database,
  outbox: Outbox,
  work: OnceWork<Written>,
): Promise<Replay> {
  const { response, announced } = await inTransaction(database.pool, (sql) =>
    run(sql, database, work),
  )
  outbox.kick(announced)
  return response
}

async function run<Written extends { readonly id: string }>(
  sql: Sql,
  { keyring }: Pick<Database, 'keyring'>,
  { idempotency: scope, write, respond, announce }: OnceWork<Written>,
) {
  if (scope !== null) {
    await lockKey(sql, scope)
    const replay = await findReplay(sql, keyring, scope)
    if (replay !== undefined) return { response: replay, announced: [] }
  }
  const written = await write(sql)
  const response = respond(written)
  const madeId = written.id
  if (scope !== null) await recordResponse(sql, keyring, { scope, response, madeId })
  const announced = await announce(sql, written)
  return { response: { ...response, madeId, isReplayed: false }, announced }
}
