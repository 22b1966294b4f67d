import type { QuoteId } from '#domain/ids.ts'
import type { PayableRef } from '#domain/payment-links/payable.ts'
import { requireOpenSession } from '#use-cases/cash-sessions/require-open.ts'
import { claimPayable } from '#use-cases/payment-links/payables.ts'
import {
  type Acceptance,
  acceptAtOnce,
  acceptOnce,
  writeAccepted,
} from '#use-cases/transactions/accept-once.ts'
import { refuseExcess } from '#use-cases/transactions/count-creation.ts'
import { recordOf, type TransactionDraft } from '#use-cases/transactions/insert.ts'
import { takeUpQuote } from '#use-cases/quotes/take-up.ts'
import type { Database } from '#db/connect.ts'
import type { Answer } from '#db/idempotency.ts'
import type { Outbox } from '#db/outbox.ts'
import { collectionEntry } from '#db/runs/entries.ts'
import { keepPaymentToken } from './payment-tokens.ts'

/** A priced and checked collection; the database adds its times. */
export interface CollectionDraft extends TransactionDraft {
  /** The link or checkout it is paid through, without a key. */
  readonly payable?: PayableRef | null
  /** The token its acquirer or bank charges; stored sealed. */
  readonly paymentToken?: string | null
  /** The quote it was priced by, which is used once. */
  readonly quoteId?: QuoteId | null
}

export type CollectionAcceptance = Acceptance<CollectionDraft>

/**
 * Accepts a collection: idempotency record, transaction and the workflow to start, in one transaction, which is a
 * single statement if nothing but a key is involved. The start follows the commit; if this process dies first, the
 * relay does it. A repeat of the request gets its replay. Refusals: request_in_progress, idempotency_conflict,
 * duplicate_reference, rate_limited, sandbox_rate_limited, invalid_api_key if the cash session was closed meanwhile,
 * and those of `claimPayable` and `takeUpQuote`.
 */
export function acceptCollection(
  database: Database,
  outbox: Outbox,
  acceptance: CollectionAcceptance,
): Promise<Answer> {
  const { draft } = acceptance
  const written = () => {
    const record = recordOf(draft, acceptance.now())
    return { acceptance, draft, record, run: collectionEntry(record) }
  }
  if (isByKeyAlone(draft)) return acceptAtOnce({ database, outbox }, written())
  return acceptOnce({ database, outbox }, acceptance, async (sql, standing) => {
    if (draft.payable) await claimPayable(sql, draft.payable, draft.record.id)
    refuseExcess(standing, acceptance.limits)
    await requireOpenSession(sql, draft.cashSessionId)
    if (draft.quoteId) await takeUpQuote(sql, draft.quoteId, draft.record)
    const accepted = await writeAccepted(sql, database, written())
    await keepPaymentToken(sql, database.keyring, draft)
    return accepted
  })
}

/** Nothing has to be claimed for it, and nothing stored besides it. */
function isByKeyAlone(draft: CollectionDraft): boolean {
  const { payable, cashSessionId, paymentToken, quoteId } = draft
  return !payable && !cashSessionId && !quoteId && paymentToken == null
}
