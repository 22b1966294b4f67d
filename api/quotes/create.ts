import { randomUUID } from 'node:crypto'
import { fail } from '#domain/errors.ts'
import { parsePhone, type Phone } from '#domain/phone.ts'
import type { ApiContext } from '#api/context.ts'
import { route } from '#api/http/route.ts'
import { presentQuote, type Quote } from '#api/present/quote.ts'
import { collectionRequest, refuseClosedMethod } from '#api/pricing/collection-request.ts'
import { limitsOf } from '#api/pricing/limits.ts'
import { exactAmount, offerOn, readBasis } from '#api/pricing/offer.ts'
import { makePayoutOffer } from '#api/pricing/payout-offer.ts'
import { quoteBody, type QuoteInput, quoteKeys } from './body.ts'
import { checkQuoteFields } from './check-fields.ts'
import { quote as quoteSchema } from '#api/schemas/objects.ts'

/** Tells what a payment would cost and bring; refused where the payment itself would be. */
export function createQuote(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/quotes',
    keys: quoteKeys,
    summary: 'Obtenir un devis',
    answer: { object: quoteSchema },
    body: quoteBody,
    checkFields: checkQuoteFields,
    async handler(input) {
      const { body, caller } = input
      const isPayout = body.type === 'payout'
      const priced = await (isPayout
        ? quotePayout(context, input)
        : quoteCollection(context, input))
      const quote: Quote = {
        ...priced,
        id: randomUUID(),
        type: body.type ?? 'collection',
        mode: caller.mode,
        channel: caller.channel,
        createdAt: new Date(),
      }
      return { body: { data: presentQuote(quote, caller.kind) } }
    },
  })
}

type Priced = Pick<Quote, 'provider' | 'paymentMethod' | 'pricing' | 'display' | 'limits'>

async function quoteCollection(context: ApiContext, input: QuoteInput): Promise<Priced> {
  const { body, caller, numberText } = input
  refuseClosedMethod(body.payment_method)
  const phone = phoneOf(input)
  const request = collectionRequest(context, { body, caller, phone, numberText })
  const basis = await readBasis(context, caller.serviceEnvId)
  const { operator, pricing, display } = offerOn(request, basis)
  const limits = limitsOf(request, basis)?.own ?? null
  return { provider: operator.code, paymentMethod: operator.type, pricing, display, limits }
}

function quotePayout(context: ApiContext, input: QuoteInput): Promise<Priced> {
  const { body, caller, numberText } = input
  return makePayoutOffer(context, {
    caller,
    provider: body.provider,
    phone: phoneOf(input),
    amount: exactAmount(numberText('amount'), body.currency),
  })
}

function phoneOf({ body }: QuoteInput): Phone | undefined {
  if (body.phone === undefined) return undefined
  const parsed = parsePhone(body.phone, { country: body.country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}
