import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors.ts'
import { asId, type OperatorRequestId, type TransactionId } from '#domain/ids.ts'
import { zero } from '#domain/money.ts'
import { parsePhone, type Phone } from '#domain/phone.ts'
import type { CollectionDraft } from '#db/commands/accept-collection.ts'
import { receiptTokenDigest } from '#db/queries/receipts.ts'
import { readOrigin } from '#db/queries/terms.ts'
import type { ApiContext } from '#api/context.ts'
import { collectionRequest, refuseClosedMethod } from '#api/pricing/collection-request.ts'
import { makeOffer, type Offer } from '#api/pricing/offer.ts'
import type { CollectionInput } from './body.ts'

/**
 * A collection priced and checked against the rules, ready for the books. Refusals: those of
 * `refuseClosedMethod`, `collectionRequest` and `makeOffer`.
 */
export async function draftCollection(
  context: ApiContext,
  input: CollectionInput,
): Promise<{ readonly draft: CollectionDraft; readonly receiptToken: string }> {
  const { body, caller, numberText } = input
  refuseClosedMethod(body.payment_method)
  const phone = phoneOf(input)
  const request = collectionRequest(context, { body, caller, phone, numberText })
  const { operator } = request
  const [offer, origin] = await Promise.all([
    makeOffer(context, request),
    readOrigin(context.database, caller),
  ])
  const receiptToken = randomBytes(receiptTokenBytes).toString('base64url')
  return {
    receiptToken,
    draft: {
      expiryMs: context.collectionExpiryMs,
      cashSessionId: caller.cashSessionId ?? null,
      receiptTokenDigest: receiptTokenDigest(context.database, receiptToken),
      record: {
        ...identity(input),
        ...offeredAmounts(offer),
        ...origin,
        customer: {
          name: body.customer?.name ?? null,
          email: body.customer?.email ?? null,
          phone: phone.phone,
        },
        country: phone.country,
        paymentMethod: { type: operator.type, network: operator.network, cardLast4: null },
        provider: operator.code,
      },
    },
  }
}

/** 22 characters in base64url (spec: receipt_token). */
const receiptTokenBytes = 16

function phoneOf({ body }: CollectionInput): Phone {
  const parsed = parsePhone(body.phone ?? '', { country: body.country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}

function identity({ body, caller }: CollectionInput) {
  const id = asId<TransactionId>(randomUUIDv7())
  return {
    id,
    serviceEnvId: caller.serviceEnvId,
    mode: caller.mode,
    apiKeyId: caller.apiKeyId,
    type: 'collection',
    status: 'pending',
    pendingReason: 'awaiting_provider',
    channel: caller.channel,
    reference: body.reference ?? id,
    description: body.description ?? null,
    metadata: JSON.stringify(body.metadata ?? {}),
    operatorRequestId: asId<OperatorRequestId>(randomUUID()),
    providerReference: null,
    failureCode: null,
    fundsStatus: null,
  } as const
}

/** The amounts of a transaction, fixed from its offer. */
export function offeredAmounts({ pricing, display }: Omit<Offer, 'operator'>) {
  const { kind, value, level, channel, terminal } = pricing.fees.rule
  return {
    price: pricing.price,
    fees: { ...pricing.fees, rule: { kind, value, level, channel, terminal } },
    amountCharged: pricing.amountCharged,
    net: pricing.net,
    exchange: pricing.exchange,
    display,
    refunded: zero(pricing.amountCharged.currency),
  }
}
