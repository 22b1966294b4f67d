import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { ApiKeyId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** One call of the API as its merchant may look it up. Its shape, never what was in it. */
export interface ApiCall {
  readonly id: string
  /** The id that the answer carries where it is one of before, given again. */
  readonly replayOf: string | null
  readonly serviceEnvId: ServiceEnvId
  readonly apiKeyId: ApiKeyId
  readonly at: Date
  readonly method: string
  /** With its placeholders. */
  readonly route: string
  readonly status: number
  readonly errorCode: ErrorCode | null
  readonly durationMs: number
  readonly transactionId: string | null
}

/** Keeps calls without any of them waiting for it. */
export interface ApiCallLog {
  note(call: ApiCall): void
  /** Writes what is left. */
  close(): Promise<void>
}

const pauseMs = 500
/** In one statement; also what a second of a busy process makes. */
const callsAtOnce = 2000
/** Waiting to be written: a database that is slow or away costs lines, never memory. */
const waitingMax = 10_000

/**
 * Notes calls in memory and writes them together, twice a second. A batch that the database did not take is dropped, and
 * so is what comes while too many wait: lines of a log are no money. `onDropped` hears how many.
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

/** Tables are there for a week to come, whatever becomes of the workers. */
const daysAhead = 7
/** How long a call can be looked up. */
export const apiCallDays = 30

/** Makes room for the calls of the days to come, and forgets those of long ago. */
export async function keepApiCallDays(tx: Sql): Promise<void> {
  await tx.run(keepDays({}))
}

const keepDays = prepared(() =>
  db.selectNoFrom(sql`api_call_keep_days(${daysAhead}, ${apiCallDays})`.as('kept')),
)

// However many there are, it is one text.
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
