import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { ApiKeyId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** One API call, as its merchant may look it up: metadata only, never its content. */
export interface ApiCall {
  readonly id: string
  /** For a replayed answer, the request id of the original call, which the answer contains. */
  readonly replayOf: string | null
  readonly serviceEnvId: ServiceEnvId
  readonly apiKeyId: ApiKeyId
  readonly at: Date
  readonly method: string
  /** The path with its placeholders. */
  readonly route: string
  readonly status: number
  readonly errorCode: ErrorCode | null
  readonly durationMs: number
  readonly transactionId: string | null
}

/** Records calls without making them wait. */
export interface ApiCallLog {
  note(call: ApiCall): void
  /** Writes the rest. */
  close(): Promise<void>
}

const pauseMs = 500
/** In one statement; about one second's calls of a busy process. */
const callsAtOnce = 2000
/** Maximum waiting to be written: a slow or unavailable database costs log lines, not memory. */
const waitingMax = 10_000

/**
 * Collects calls in memory and writes them in batches, twice a second. A batch that the database rejects is dropped,
 * and so are calls while too many are waiting: log lines may be lost. `onDropped` gets their number.
 */
export function createApiCallLog(
  { pool }: Pick<Database, 'pool'>,
  onDropped: (count: number) => void,
): ApiCallLog {
  const waiting: ApiCall[] = []
  const closing = new AbortController()
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      await pause(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      const calls = waiting.splice(0, callsAtOnce)
      await onPool(pool)
        .run(insert({ calls: JSON.stringify(calls) }))
        .catch(() => onDropped(calls.length))
    }
    writing = undefined
  }

  return {
    note(call) {
      if (waiting.length >= waitingMax) return onDropped(1)
      waiting.push(call)
      writing ??= write()
    },
    async close() {
      closing.abort()
      await writing
    },
  }
}

/** Partitions are created a week ahead, in case workers are down. */
const daysAhead = 7
/** How many days a call can be looked up. */
export const apiCallDays = 30

/** Creates the partitions of the coming days and drops expired ones. */
export async function keepApiCallDays(tx: Sql): Promise<void> {
  await tx.run(keepDays({}))
}

const keepDays = prepared(() =>
  db.selectNoFrom(sql`api_call_keep_days(${daysAhead}, ${apiCallDays})`.as('kept')),
)

// Calls as one JSON parameter: the text of the statement does not depend on their number.
const insert = prepared((p: Params<{ calls: string }>) =>
  db
    .insertInto('apiCall')
    .columns([
      ...(['id', 'replayOf', 'serviceEnvId', 'apiKeyId', 'at', 'method', 'route'] as const),
      ...(['status', 'errorCode', 'durationMs', 'transactionId'] as const),
    ])
    .expression(
      sql`select * from json_to_recordset(${p.calls}::json) as c(id uuid, "replayOf" uuid, "serviceEnvId" uuid,
        "apiKeyId" uuid, at timestamptz, method text, route text, status int, "errorCode" text, "durationMs" int,
        "transactionId" uuid)`,
    ),
)
