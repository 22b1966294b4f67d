import { asId, type TransactionId } from '#domain/ids.ts'
import { acceptCollection } from '#db/commands/accept-collection.ts'
import { findReplay, type IdempotencyScope } from '#db/idempotency.ts'
import { onPool } from '#db/sql.ts'
import type { ApiContext } from '#api/context.ts'
import { envelopeText } from '#api/http/envelope.ts'
import type { StoredAnswer } from '#api/http/route.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import { draftCollection, type DraftRequest } from './draft.ts'

/** A collection to accept once, with or without a key. */
export interface CollectionRequest {
  readonly idempotency: Omit<IdempotencyScope, 'fingerprint'>
  /** Method, path and canonical body. */
  readonly canonicalRequest: string
  readonly requestId: string
  /** What is asked for; made only where the request is a new one. May refuse. */
  readonly ask: () => DraftRequest
  /** Where the caller reads the transaction of this id. */
  readonly addressOf: (id: TransactionId) => string
}

/**
 * The answer 202 of a collection, stored with it: the same bytes the first time and every other. Refusals: those of
 * `ask`, `draftCollection` and `acceptCollection`.
 */
export async function acceptedAnswer(
  context: ApiContext,
  request: CollectionRequest,
): Promise<StoredAnswer> {
  const { database, outbox, limits } = context
  const { requestId, canonicalRequest, addressOf } = request
  const fingerprint = database.keyring.mac('idempotency', canonicalRequest)
  const idempotency = { ...request.idempotency, fingerprint }
  // Before the rules: what was accepted stays accepted, whatever has closed since.
  const earlier = await findReplay(onPool(database.pool), database.keyring, idempotency)
  const replay = earlier ?? (await acceptNew())
  const { data } = JSON.parse(replay.body) as { data: { id: string } }
  return {
    status: replay.status,
    text: replay.body,
    requestId: replay.requestId,
    headers: {
      Location: addressOf(asId<TransactionId>(data.id)),
      ...(replay.isReplayed && { 'Idempotent-Replayed': 'true' }),
    },
  }

  async function acceptNew() {
    const asked = request.ask()
    const { draft, receiptToken } = await draftCollection(context, asked)
    return acceptCollection(database, outbox, {
      draft,
      idempotency,
      limits,
      requestId,
      respond: (record) => ({
        status: 202,
        body: envelopeText(requestId, {
          data: { ...presentTransaction(record, asked.seller.kind), receipt_token: receiptToken },
        }),
      }),
    })
  }
}
