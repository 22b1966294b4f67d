import type { Database } from '#db/connect.ts'
import { answerTo, type IdempotencyScope, type Replay, replayOf } from '#db/idempotency.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { type Params, prepared } from '#db/statements.ts'
import { type Grounds, groundsOf, type GroundsOf, groundsRows } from '#use-cases/pricing/terms.ts'

export type { Replay } from '#db/idempotency.ts'

/** A request for a payment, known by its key. */
export interface KeyedRequest {
  readonly idempotency: Omit<IdempotencyScope, 'fingerprint'>
  /** Method, path and canonical body. */
  readonly canonicalRequest: string
}

/** A request that no answer was given to yet, with all that it is priced on. */
export interface NewRequest {
  readonly idempotency: IdempotencyScope
  readonly grounds: Grounds
  /** The time, by the clock of the database. */
  readonly now: () => Date
}

/**
 * What is known of a request before any rule is asked: what was accepted stays accepted, whatever has closed since. One
 * statement. Refusal: idempotency_conflict.
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
  return { replay, idempotency, grounds: groundsOf(row), now: clockFrom(row.now) }
}

/** Goes on from this time by how long it was since, whatever the clock of this machine says. */
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
