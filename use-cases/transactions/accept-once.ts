import { fail } from '#domain/errors/errors.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { answerOnce, type OnceWork } from '#db/answer-once.ts'
import type { Database } from '#db/connect.ts'
import type { IdempotencyScope, Replay, StoredResponse } from '#db/idempotency.ts'
import type { TransactionDraft } from './insert.ts'
import type { CreationLimits } from './count-creation.ts'
import type { Outbox } from '#db/outbox.ts'
import { findByReference } from './find.ts'
import { ConstraintViolation } from '#db/sql.ts'

/** A request for a transaction that was priced and checked. */
export interface Acceptance<Draft extends Pick<TransactionDraft, 'record'>> {
  readonly draft: Draft
  readonly idempotency: IdempotencyScope
  readonly limits: CreationLimits
  /** The answer for this record: kept, so that a replay gives the same bytes. */
  readonly respond: (record: TransactionRecord) => Omit<StoredResponse, 'requestId'>
  readonly requestId: string
}

/** Accepts a transaction once for its key. Refusals: request_in_progress, idempotency_conflict, duplicate_reference. */
export async function acceptOnce(
  { database, outbox }: { readonly database: Database; readonly outbox: Outbox },
  { draft, idempotency, respond, requestId }: Acceptance<Pick<TransactionDraft, 'record'>>,
  steps: Pick<OnceWork<TransactionRecord>, 'write' | 'announce'>,
): Promise<Replay> {
  const answer = (record: TransactionRecord) => ({ ...respond(record), requestId })
  try {
    return await answerOnce(database, outbox, { idempotency, respond: answer, ...steps })
  } catch (error) {
    if (!isTaken(error)) throw error
    const { serviceEnvId, reference } = draft.record
    const id = await findByReference(database, serviceEnvId, reference)
    throw fail('duplicate_reference', { field: 'reference', transaction_id: id })
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof ConstraintViolation && error.constraint === 'transaction_reference_once'
}
