import type { QuoteId } from '#domain/ids.ts'
import type { PayableRef } from '#domain/payment-links/payable.ts'
import { requireOpenSession } from '#use-cases/cash-sessions/require-open.ts'
import { claimPayable } from '#use-cases/payment-links/payables.ts'
import {
  type Acceptance,
  acceptAtOnce,
  acceptOnce,
  refuseTooMany,
  writeAccepted,
} from '#use-cases/transactions/accept-once.ts'
import { recordOf, type TransactionDraft } from '#use-cases/transactions/insert.ts'
import { takeUpQuote } from '#use-cases/quotes/take-up.ts'
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
  /** What it was priced by; it is taken up once. */
  readonly quoteId?: QuoteId | null
}

export type CollectionAcceptance = Acceptance<CollectionDraft>

/**
 * Accepts a collection: idempotency record, transaction and the workflow to start, in one transaction, which is one
 * statement where it comes by a key alone. The start follows the commit, and the relay makes it should this process end
 * here. A repeat of the request gets its replay. Refusals: request_in_progress, idempotency_conflict,
 * duplicate_reference, rate_limited, sandbox_rate_limited, invalid_api_key where the cash session was closed meanwhile,
 * and those of `claimPayable` and `takeUpQuote`.
 */
export function acceptCollection(
  database: Database,
  outbox: Outbox,
  acceptance: CollectionAcceptance,
): Promise<Replay> {
  const { draft } = acceptance
  const written = () => {
    const record = recordOf(draft, acceptance.now())
    return { acceptance, draft, record, run: collectionEntry(record) }
  }
  if (isByKeyAlone(draft)) return acceptAtOnce({ database, outbox }, written())
  return acceptOnce({ database, outbox }, acceptance, async (sql, standing) => {
    if (draft.payable) await claimPayable(sql, draft.payable, draft.record.id)
    refuseTooMany(acceptance, standing)
    await requireOpenSession(sql, draft.cashSessionId)
    if (draft.quoteId) await takeUpQuote(sql, draft.quoteId, draft.record)
    const accepted = await writeAccepted(sql, database, written())
    await keepPaymentToken(sql, database.keyring, draft)
    return accepted
  })
}

/** Nothing is to be held open for it, and nothing kept beside it. */
function isByKeyAlone(draft: CollectionDraft): boolean {
  const { payable, cashSessionId, paymentToken, quoteId } = draft
  return !payable && !cashSessionId && !quoteId && paymentToken == null
}
