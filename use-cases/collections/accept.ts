import type { PayableRef } from '#domain/payment-links/payable.ts'
import { requireOpenSession } from '#use-cases/cash-sessions/require-open.ts'
import { claimPayable } from '#use-cases/payment-links/payables.ts'
import {
  type Acceptance,
  acceptOnce,
  refuseTooMany,
  writeAccepted,
} from '#use-cases/transactions/accept-once.ts'
import { recordOf, type TransactionDraft } from '#use-cases/transactions/insert.ts'
import type { Database } from '#db/connect.ts'
import type { Replay } from '#db/idempotency.ts'
import type { Outbox } from '#db/outbox.ts'
import { collectionEntry } from '#db/runs/entries.ts'
import { keepPaymentToken } from './payment-tokens.ts'

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
export function acceptCollection(
  database: Database,
  outbox: Outbox,
  acceptance: CollectionAcceptance,
): Promise<Replay> {
  const { draft } = acceptance
  return acceptOnce({ database, outbox }, acceptance, async (sql, standing) => {
    if (draft.payable) await claimPayable(sql, draft.payable, draft.record.id)
    await refuseTooMany(sql, acceptance, standing)
    await requireOpenSession(sql, draft.cashSessionId)
    const record = recordOf(draft, standing.now)
    const run = collectionEntry(record)
    const accepted = await writeAccepted(sql, database, { acceptance, draft, record, run })
    await keepPaymentToken(sql, database.keyring, draft)
    return accepted
  })
}
