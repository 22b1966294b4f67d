import { keyKinds } from '#domain/transactions/transaction.ts'
import { randomUUIDv7 } from 'node:crypto'
import Type, { type Static } from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { ApiContext } from '#http/context.ts'
import { addedVersion } from '#http/added-version.ts'
import { type CheckInput, route, type RouteInput } from '#http/route.ts'
import { about } from './about.ts'
import { customerErrors, payerErrors } from '#http/payer-errors.ts'
import { payerFields, payerOf } from '#http/payer-fields.ts'
import { requestCollection } from '#use-cases/collections/request.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { acceptedAnswer, keyedRequest, storedAnswer } from '#api/transactions/accepted.ts'
import {
  amountField,
  currencyField,
  descriptionField,
  metadataField,
  type MaybeQuoted,
  quoteIdField,
  quoteIdOf,
  referenceField,
} from '#http/fields.ts'

/** Requests a payment from a payer: accepted or refused at once; the outcome follows. */
export function createCollection(context: ApiContext) {
  return route({ ...collectionRoute(context), body: collectionBody })
}

/** The same, with an optional quote. */
export function createQuotedCollection(context: ApiContext) {
  return route({ ...collectionRoute(context), body: quotedBody, since: addedVersion })
}

function collectionRoute(context: ApiContext) {
  return {
    method: 'POST',
    path: '/v2/collections',
    keys: keyKinds,
    summary: 'Demander un paiement',
    about: about.createCollection,
    answer: { object: transactionSchema },
    idempotency: 'required',
    success: 202,
    checkFields: fieldErrors,
    async handler(input: CollectionInput) {
      const request = {
        ...keyedRequest(input, 'POST /v2/collections'),
        ...acceptedAnswer(input.requestId, input.caller.kind),
      }
      const accepted = await requestCollection(context, request, orderOf(input))
      return storedAnswer(accepted, (id) => `/v2/transactions/${id}`)
    },
  } as const
}

function orderOf({ body, caller, numberText }: CollectionInput) {
  return {
    id: asId<TransactionId>(randomUUIDv7()),
    seller: caller,
    apiKeyId: caller.apiKeyId,
    payable: null,
    price: { sourceText: numberText('amount'), currency: body.currency },
    payer: payerOf(body),
    reference: body.reference,
    description: body.description ?? null,
    metadata: body.metadata ?? {},
    quoteId: quoteIdOf(body),
  }
}

/** Rules that the schema of a collection cannot express: fields that depend on each other and on the caller. */
function fieldErrors({ body, caller }: CollectionCheck): FieldError[] {
  const mustName = caller.kind === 'secret' || caller.kind === 'public'
  return [...payerErrors(body), ...(mustName ? customerErrors(body) : [])]
}

/** Body of a collection (docs/payments.md#collections). */
const collectionFields = {
  amount: amountField,
  currency: currencyField,
  ...payerFields,
  reference: Type.Optional(referenceField),
  description: Type.Optional(descriptionField),
  metadata: Type.Optional(metadataField),
}

const collectionBody = Type.Object(collectionFields, { later: { quote_id: addedVersion } })
const quotedBody = Type.Object({ ...collectionFields, quote_id: Type.Optional(quoteIdField) })

type CollectionBody = Static<typeof collectionBody> & MaybeQuoted
type CollectionCheck = CheckInput<CollectionBody, unknown, typeof keyKinds>
type CollectionInput = RouteInput<CollectionBody, unknown, unknown, typeof keyKinds, 'required'>
