import { fail } from '#domain/errors.ts'
import type { PayableRef } from '#domain/payable.ts'
import type { TransactionRecord } from '#domain/transaction-record.ts'
import type { Database } from '#db/connect.ts'
import {
  type IdempotencyScope,
  findReplay,
  lockKey,
  recordResponse,
  type Replay,
  type StoredResponse,
} from '#db/idempotency.ts'
import { insertTransaction, type TransactionDraft } from '#db/insert-transaction.ts'
import { type CreationLimits, countCreation } from '#db/limits.ts'
import { enqueue, type Outbox, type OutboxEntry } from '#db/outbox.ts'
import { claimPayable } from '#db/payables.ts'
import { keepPaymentToken } from '#db/payment-tokens.ts'
import { findByReference } from '#db/queries/transactions.ts'
import { requireOpenSession } from '#db/require-open-session.ts'
import { ConstraintViolation, inTransaction, type Sql } from '#db/sql.ts'

/** A priced and checked collection; the books add its times. */
export interface CollectionDraft extends TransactionDraft {
  /** What it is paid through without a key. */
  readonly payable?: PayableRef | null
  /** What its acquirer or bank is charged by; it is kept sealed. */
  readonly paymentToken?: string | null
}

export interface Acceptance {
  readonly draft: CollectionDraft
  readonly idempotency: IdempotencyScope
  readonly limits: CreationLimits
  /** The answer for this record: kept, so that a replay gives the same bytes. */
  readonly respond: (record: TransactionRecord) => Omit<StoredResponse, 'requestId'>
  readonly requestId: string
}

/**
 * Accepts a collection: idempotency record, transaction and the workflow to start, in one transaction. The start
 * follows the commit, and the relay makes it should this process end here. A repeat of the request gets its replay.
 * Refusals: request_in_progress, idempotency_conflict, duplicate_reference, rate_limited, sandbox_rate_limited,
 * invalid_api_key where the cash session was closed meanwhile, and those of `claimPayable`.
 */
export async function acceptCollection(
  database: Database,
  outbox: Outbox,
  acceptance: Acceptance,
): Promise<Replay> {
  try {
    const { response, announced } = await inTransaction(database.pool, (sql) =>
      accept(sql, database, acceptance),
    )
    outbox.kick(announced)
    return response
  } catch (error) {
    throw await refusalOf(error, database, acceptance)
  }
}

async function accept(sql: Sql, database: Database, acceptance: Acceptance) {
  await lockKey(sql, acceptance.idempotency)
  const replay = await findReplay(sql, database.keyring, acceptance.idempotency)
  if (replay !== undefined) return { response: replay, announced: [] }
  const { draft } = acceptance
  if (draft.payable) await claimPayable(sql, draft.payable, draft.record.id)
  await countCreation(sql, draft.record, acceptance.limits)
  await requireOpenSession(sql, draft.cashSessionId)
  const record = await insertTransaction(sql, draft)
  await keepPaymentToken(sql, database.keyring, draft)
  const response = { ...acceptance.respond(record), requestId: acceptance.requestId }
  await recordResponse(sql, database.keyring, { scope: acceptance.idempotency, response })
  const announced = await enqueue(sql, [collectionEntry(record)])
  return { response: { ...response, isReplayed: false }, announced }
}

/** What the caller is told of an acceptance that the schema refused: duplicate_reference, else the error itself. */
export async function refusalOf(
  error: unknown,
  database: Database,
  acceptance: { readonly draft: Pick<CollectionDraft, 'record'> },
): Promise<unknown> {
  if (!(error instanceof ConstraintViolation)) return error
  if (error.constraint !== 'transaction_reference_once') return error
  const { serviceEnvId, reference } = acceptance.draft.record
  const id = await findByReference(database, serviceEnvId, reference)
  return fail('duplicate_reference', { field: 'reference', transaction_id: id })
}

function collectionEntry(record: TransactionRecord): OutboxEntry {
  return {
    kind: 'collection',
    subjectId: record.id,
    searchAttributes: {
      serviceEnv: record.serviceEnvId,
      paymentMode: record.mode,
      transactionStatus: record.status,
      provider: record.provider,
      reference: record.reference,
    },
    summary: `Collect ${record.amountCharged.minor} ${record.amountCharged.currency} by ${record.provider}`,
  }
}
