import type { TransactionRecord } from '#domain/transactions/record.ts'
import { acceptCollection } from '#use-cases/collections/accept.ts'
import { whileHeld } from '#use-cases/checkouts/hold.ts'
import type { ApiContext } from '#http/context.ts'
import { envelopeText } from '#http/envelope.ts'
import type { StoredAnswer } from '#http/route.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import { answerOnce, type Creation } from '#api/transactions/accepted.ts'
import { draftCollection, type DraftRequest } from './draft.ts'

/** A collection to accept once, with or without a key. */
export interface CollectionRequest extends Omit<Creation, 'accept'> {
  readonly requestId: string
  /** What is asked for; made only where the request is a new one. May refuse. */
  readonly ask: () => DraftRequest
}

/** The answer 202 of a collection. Refusals: those of `ask`, `draftCollection`, `whileHeld` and `acceptCollection`. */
export function acceptedAnswer(
  context: ApiContext,
  request: CollectionRequest,
): Promise<StoredAnswer> {
  const { database, outbox, limits } = context
  const { requestId } = request
  return answerOnce(context, {
    ...request,
    accept: async (idempotency) => {
      const asked = request.ask()
      const { draft, receiptToken } = await draftCollection(context, asked)
      const acceptance = {
        draft,
        idempotency,
        limits,
        requestId,
        respond: (record: TransactionRecord) => ({
          status: 202,
          body: envelopeText(requestId, {
            data: { ...presentTransaction(record, asked.seller.kind), receipt_token: receiptToken },
          }),
        }),
      }
      return whileHeld(context, draft.record, () => acceptCollection(database, outbox, acceptance))
    },
  })
}
