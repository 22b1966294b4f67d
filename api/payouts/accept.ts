import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { acceptPayout } from '#use-cases/payouts/accept.ts'
import type { ApiContext } from '#http/context.ts'
import { envelopeText } from '#http/envelope.ts'
import type { StoredAnswer } from '#http/route.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import { answerOnce, type Creation } from '#api/transactions/accepted.ts'
import { draftPayout, type PayoutOrder } from '#use-cases/payouts/draft.ts'

/** A payout to accept once, asked for with a key or in the portal. */
export interface PayoutRequest extends Omit<Creation, 'accept'> {
  readonly requestId: string
  /** As whom its answer is read. */
  readonly viewer: KeyKind
  /** What is asked for; made only where the request is a new one. May refuse. */
  readonly ask: () => PayoutOrder
}

/** The answer 202 of a payout. Refusals: those of `ask`, `draftPayout` and `acceptPayout`. */
export function acceptedPayout(context: ApiContext, request: PayoutRequest): Promise<StoredAnswer> {
  const { database, outbox, limits } = context
  const { requestId, viewer } = request
  return answerOnce(context, {
    ...request,
    accept: async (idempotency) =>
      acceptPayout(database, outbox, {
        draft: await draftPayout(context, request.ask()),
        idempotency,
        limits,
        requestId,
        respond: (record: TransactionRecord) => ({
          status: 202,
          body: envelopeText(requestId, { data: presentTransaction(record, viewer) }),
        }),
      }),
  })
}
