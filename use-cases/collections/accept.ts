import type { PayableRef } from '#domain/payment-links/payable.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type Acceptance, acceptOnce } from '#use-cases/transactions/accept-once.ts'
import type { Database } from '#db/connect.ts'
import type { Replay } from '#db/idempotency.ts'
import { insertTransaction, type TransactionDraft } from '#use-cases/transactions/insert.ts'
import { countCreation } from '#use-cases/transactions/count-creation.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { claimPayable } from '#use-cases/payment-links/payables.ts'
import { keepPaymentToken } from './payment-tokens.ts'
import { requireOpenSession } from '#use-cases/cash-sessions/require-open.ts'
import { collectionEntry } from '#db/runs/entries.ts'
import type { Sql } from '#db/sql.ts'

/** A priced and checked collection; the books add its times. */
export interface CollectionDraft extends TransactionDraft {
  /** What it is paid through without a key. */
  readonly payable?: PayableRef | null
  /** What its acquirer or bank is charged by; it is kept sealed. */
  readonly paymentToken?: string | null
}

export type CollectionAcceptance = Acceptance<CollectionDraft>

/**
 * Accepts a collection: idempotency record, transaction and the workflow to start, in one transaction. The start
 * follows the commit, and the relay makes it should this process end here. A repeat of the request gets its replay.
 * Refusals: request_in_progress, idempotency_conflict, duplicate_reference, rate_limited, sandbox_rate_limited,
 * invalid_api_key where the cash session was closed meanwhile, and those of `claimPayable`.
 */
export async function acceptCollection(
  database: Database,
  outbox: Outbox,
  acceptance: CollectionAcceptance,
): Promise<Replay> {
  return acceptOnce({ database, outbox }, acceptance, {
    write: (sql) => write(sql, database, acceptance),
    announce: (sql, record) => enqueue(sql, [collectionEntry(record)]),
  })
}

async function write(
  sql: Sql,
  { keyring }: Database,
  { draft, limits }: CollectionAcceptance,
): Promise<TransactionRecord> {
  if (draft.payable) await claimPayable(sql, draft.payable, draft.record.id)
  await countCreation(sql, draft.record, limits)
  await requireOpenSession(sql, draft.cashSessionId)
  const record = await insertTransaction(sql, draft)
  await keepPaymentToken(sql, keyring, draft)
  return record
}
