import type { Database } from '#db/connect.ts'
import { answerTo, type IdempotencyScope, type Replay, replayOf } from '#db/idempotency.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { type Params, prepared } from '#db/statements.ts'
import { requireOpen } from '#use-cases/openings/require-open.ts'
import { type Grounds, groundsOf, type GroundsOf, groundsRows } from '#use-cases/pricing/terms.ts'

export type { Replay } from '#db/idempotency.ts'

/** A request for a payment, identified by its key. */
export interface KeyedRequest {
  readonly idempotency: Omit<IdempotencyScope, 'fingerprint'>
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

/**
 * Reads everything known about a request before any rule is checked: what was accepted stays accepted, whatever has
 * been closed since. One statement. Refusals: idempotency_conflict, live_mode_not_open.
 */
export async function openRequest(
  database: Pick<Database, 'pool' | 'keyring'>,
  request: KeyedRequest,
  { terminalId, collaboratorId }: Pick<GroundsOf, 'terminalId' | 'collaboratorId'>,
): Promise<{ readonly replay: Replay } | (NewRequest & { readonly replay: undefined })> {
  const { keyring, pool } = database
  const fingerprint = keyring.mac('idempotency', request.canonicalRequest)
  const idempotency = { ...request.idempotency, fingerprint }
  const row = await onPool(pool).only(opening({ ...idempotency, terminalId, collaboratorId }))
  const replay = replayOf(row, keyring, idempotency)
  if (replay) return { replay }
  const grounds = groundsOf(row)
  requireOpen(grounds.terms)
  return { replay, idempotency, grounds, now: clockFrom(row.now) }
}

/** Continues from this time by the time elapsed since, whatever this machine's clock says. */
function clockFrom(read: Date): () => Date {
  const since = performance.now()
  return () => new Date(read.getTime() + Math.floor(performance.now() - since))
}

const opening = prepared((p: Params<GroundsOf & Omit<IdempotencyScope, 'fingerprint'>>) =>
  groundsRows(p)
    .leftJoinLateral(answerTo(p).as('answer'), (join) => join.onTrue())
    .select(['answer.fingerprint', 'answer.status', 'answer.requestId', 'answer.response'])
    .select(['answer.madeId', now.as('now')]),
)
