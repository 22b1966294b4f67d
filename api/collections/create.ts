import { randomUUIDv7 } from 'node:crypto'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { exactAmount } from '#use-cases/pricing/offer.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { acceptedAnswer } from './accept.ts'
import { collectionBody, type CollectionInput, collectionKeys } from './body.ts'
import { checkCollectionFields } from './check-fields.ts'
import type { DraftRequest } from './draft.ts'

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
    handler: (input) =>
      acceptedAnswer(context, {
        idempotency: {
          serviceEnvId: input.caller.serviceEnvId,
          holderId: input.caller.apiKeyId,
          route: 'POST /v2/collections',
          key: input.idempotencyKey,
        },
        canonicalRequest: input.canonicalRequest,
        requestId: input.requestId,
        ask: () => draftRequest(input),
        addressOf: (id) => `/v2/transactions/${id}`,
      }),
  })
}

function draftRequest({ body, caller, numberText }: CollectionInput): DraftRequest {
  return {
    id: asId<TransactionId>(randomUUIDv7()),
    seller: caller,
    apiKeyId: caller.apiKeyId,
    payable: null,
    price: exactAmount(numberText('amount'), body.currency),
    body,
    reference: body.reference,
    description: body.description ?? null,
    metadata: body.metadata ?? {},
  }
}
