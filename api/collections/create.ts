import { asId, type TransactionId } from '#domain/ids.ts'
import { acceptCollection } from '#db/commands/accept-collection.ts'
import { findReplay, type IdempotencyScope, type Replay } from '#db/idempotency.ts'
import { onPool } from '#db/sql.ts'
import type { ApiContext } from '#api/context.ts'
import { envelopeText } from '#api/http/envelope.ts'
import { route, type StoredAnswer } from '#api/http/route.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import { collectionBody, collectionKeys } from './body.ts'
import { checkCollectionFields } from './check-fields.ts'
import { draftCollection } from './draft.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'

/** Requests a payment from a payer: accepted or refused at once, its outcome follows. */
export function createCollection(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/collections',
    keys: collectionKeys,
    summary: 'Demander un paiement',
    answer: { object: transactionSchema },
    idempotency: 'required',
    success: 202,
    body: collectionBody,
    checkFields: checkCollectionFields,
    async handler(input) {
      const { caller, requestId } = input
      const { database, outbox } = context
      const idempotency: IdempotencyScope = {
        serviceEnvId: caller.serviceEnvId,
        apiKeyId: caller.apiKeyId,
        route: 'POST /v2/collections',
        key: input.idempotencyKey,
        fingerprint: database.keyring.mac('idempotency', input.canonicalRequest),
      }
      // Before the rules: what was accepted stays accepted, whatever has closed since.
      const replay = await findReplay(onPool(database.pool), database.keyring, idempotency)
      if (replay !== undefined) return answer(replay)
      const { draft, receiptToken } = await draftCollection(context, input)
      const accepted = await acceptCollection(database, outbox, {
        draft,
        idempotency,
        limits: context.limits,
        requestId,
        respond: (record) => ({
          status: 202,
          body: envelopeText(requestId, {
            data: { ...presentTransaction(record, caller.kind), receipt_token: receiptToken },
          }),
        }),
      })
      return answer(accepted)
    },
  })
}

/** The stored bytes, the first time and every other. */
function answer(replay: Replay): StoredAnswer {
  const { data } = JSON.parse(replay.body) as { data: { id: string } }
  return {
    status: replay.status,
    text: replay.body,
    requestId: replay.requestId,
    headers: {
      Location: `/v2/transactions/${asId<TransactionId>(data.id)}`,
      ...(replay.isReplayed && { 'Idempotent-Replayed': 'true' }),
    },
  }
}
