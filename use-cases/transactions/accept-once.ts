import { fail } from '#domain/errors/errors.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import {
  type IdempotencyScope,
  lockKey,
  type Replay,
  type StoredResponse,
} from '#db/idempotency.ts'
import type { Outbox, OutboxEntry } from '#db/outbox.ts'
import { ConstraintViolation, inTransaction, type Sql } from '#db/sql.ts'
import {
  type CreationLimits,
  numberCounter,
  readStanding,
  refuseExcess,
  type Standing,
} from './count-creation.ts'
import { findByReference } from './find.ts'
import { insertTransaction, type TransactionDraft } from './insert.ts'

/** A request for a transaction that was priced and checked. */
export interface Acceptance<Draft extends Pick<TransactionDraft, 'record'>> {
  readonly draft: Draft
  readonly idempotency: IdempotencyScope
  readonly limits: CreationLimits
  /** The answer for this record: kept, so that a replay gives the same bytes. */
  readonly respond: (record: TransactionRecord) => Omit<StoredResponse, 'requestId'>
  readonly requestId: string
}

type AnyAcceptance = Acceptance<Pick<TransactionDraft, 'record'>>

/** What a transaction of ours has written: its answer, and the outbox ids of what is to start after the commit. */
export interface Accepted {
  readonly answer: Replay
  readonly announced: readonly string[]
}

/**
 * Accepts a transaction once for its key: `write` runs where no earlier answer counts, in the one transaction that holds the
 * key. Refusals: request_in_progress, idempotency_conflict, duplicate_reference, and those of `write`.
 */
export async function acceptOnce(
  { database, outbox }: { readonly database: Database; readonly outbox: Outbox },
  acceptance: AnyAcceptance,
  write: (sql: Sql, standing: Standing) => Promise<Accepted>,
): Promise<Replay> {
  const { idempotency } = acceptance
  const { record: creation } = acceptance.draft
  try {
    const { answer, announced } = await inTransaction(database.pool, async (sql) => {
      await lockKey(sql, idempotency, numberCounter(creation))
      const standing = await readStanding(sql, database.keyring, { ...acceptance, creation })
      const { replay } = standing
      return replay ? { answer: replay, announced: [] } : write(sql, standing)
    })
    outbox.kick(announced)
    return answer
  } catch (error) {
    if (!isTaken(error)) throw error
    const { serviceEnvId, reference } = creation
    const id = await findByReference(database, serviceEnvId, reference)
    throw fail('duplicate_reference', { field: 'reference', transaction_id: id })
  }
}

/** Refuses what is one too many for its sandbox, its merchant or its number. Refusals: those of `refuseExcess`. */
export function refuseTooMany(
  sql: Sql,
  { draft, ...acceptance }: AnyAcceptance,
  standing: Standing,
): Promise<void> {
  return refuseExcess(sql, { ...acceptance, creation: draft.record }, standing)
}

/** Writes the transaction with the answer for it and the run that sees it to its end. */
export async function writeAccepted(
  sql: Sql,
  { keyring }: Pick<Database, 'keyring'>,
  written: {
    readonly acceptance: AnyAcceptance
    readonly draft: Omit<TransactionDraft, 'record' | 'expiryMs'>
    readonly record: TransactionRecord
    readonly run: OutboxEntry
  },
): Promise<Accepted> {
  const { acceptance, draft, record, run } = written
  const { idempotency: scope, requestId } = acceptance
  const response = { ...acceptance.respond(record), requestId }
  const kept = { scope, response, madeId: record.id }
  const id = await insertTransaction(sql, keyring, { record, draft, kept, run })
  return { answer: { ...response, madeId: record.id, isReplayed: false }, announced: [id] }
}

const takenReferences: ReadonlySet<string | undefined> = new Set([
  'transaction_reference_once',
  'transaction_public_reference_once',
])

function isTaken(error: unknown): boolean {
  return error instanceof ConstraintViolation && takenReferences.has(error.constraint)
}
