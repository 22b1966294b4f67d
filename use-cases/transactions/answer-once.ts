import type { Database } from '#db/connect.ts'
import {
  type Answer,
  answerTo,
  findReplay,
  type IdempotencyKey,
  type IdempotencyScope,
  replayOf,
} from '#db/idempotency.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { type Params, prepared } from '#db/statements.ts'
import { ServiceError } from '#domain/errors/errors.ts'
import { requireOpen } from '#use-cases/openings/require-open.ts'
import { type Grounds, groundsOf, type GroundsOf, groundsRows } from '#use-cases/pricing/terms.ts'

export type { Answer, Answering } from '#db/idempotency.ts'

/** A request for a payment, identified by its key. */
export interface KeyedRequest {
  readonly idempotency: IdempotencyKey
  /** Method, path and canonical body. */
  readonly canonicalRequest: string
}

/** A request that has no answer yet, with everything its price depends on. */
export interface NewRequest {
  readonly idempotency: IdempotencyScope
  readonly grounds: Grounds
  /** The time, by the clock of the database. */
  readonly now: () => Date
}

/** How a request gets its first answer. */
interface FirstAnswer {
  /** Whose terminal and staff member the request names. */
  readonly asking: Pick<GroundsOf, 'terminalId' | 'collaboratorId'>
  readonly work: (request: NewRequest) => Promise<Answer>
}

/**
 * Answers a request once per key: with the earlier answer, else with what `work` makes of it. One statement reads everything
 * before any rule is checked: what was accepted stays accepted, whatever has been closed since. While a repeat is read, the
 * first request may be accepted, and the repeat be refused for what the first one did, such as using a quote; so a refusal
 * counts only while there is no answer. Refusals: idempotency_conflict, live_mode_not_open, and those of `work`.
 */
export async function answerOnce(
  database: Pick<Database, 'pool' | 'keyring'>,
  { canonicalRequest, ...request }: KeyedRequest,
  { asking, work }: FirstAnswer,
): Promise<Answer> {
  const { keyring, pool } = database
  const fingerprint = keyring.mac('idempotency', canonicalRequest)
  const idempotency = { ...request.idempotency, fingerprint }
  try {
    const { replay, ...opened } = await open(database, idempotency, asking)
    return replay ?? (await work({ idempotency, ...opened }))
  } catch (refusal) {
    if (!(refusal instanceof ServiceError)) throw refusal
    const replay = await findReplay(onPool(pool), keyring, idempotency)
    if (replay === undefined) throw refusal
    return replay
  }
}

/** The grounds are read in any case; they only have to hold for a request without an answer. */
async function open(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  idempotency: IdempotencyScope,
  { terminalId, collaboratorId }: FirstAnswer['asking'],
) {
  const row = await onPool(pool).only(opening({ ...idempotency, terminalId, collaboratorId }))
  const replay = replayOf(row, keyring, idempotency)
  const grounds = groundsOf(row)
  if (replay === undefined) requireOpen(grounds.terms)
  return { replay, grounds, now: clockFrom(row.now) }
}

/** Continues from this time by the time elapsed since, whatever this machine's clock says. */
function clockFrom(read: Date): () => Date {
  const since = performance.now()
  return () => new Date(read.getTime() + Math.floor(performance.now() - since))
}

const opening = prepared((p: Params<GroundsOf & IdempotencyKey>) =>
  groundsRows(p)
    .leftJoinLateral(answerTo(p).as('answer'), (join) => join.onTrue())
    .select(['answer.fingerprint', 'answer.status', 'answer.requestId', 'answer.response'])
    .select(['answer.madeId', now.as('now')]),
)
