import { randomUUID } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentQuote } from '#api/present/quote.ts'
import { exactAmount } from '#use-cases/pricing/offer.ts'
import { makePayoutOffer } from '#use-cases/pricing/payout-offer.ts'
import { quoteBody, type QuoteInput, quoteKeys } from './body.ts'
import { checkQuoteFields } from './check-fields.ts'
import { type PricedQuote, priceQuote, type Quote, quotedPhone } from '#use-cases/pricing/quote.ts'
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

async function quoteCollection(context: ApiContext, input: QuoteInput): Promise<PricedQuote> {
  const { body, caller, numberText } = input
  const { provider, payment_method: method } = body
  if (method === 'bank_transfer') throw fail('invalid_payment_method', { field: 'payment_method' })
  const price = exactAmount(numberText('amount'), body.currency)
  const phone = quotedPhone(body)
  return priceQuote(context, { seller: caller, provider, method, phone, price })
}

function quotePayout(context: ApiContext, input: QuoteInput): Promise<PricedQuote> {
  const { body, caller, numberText } = input
  return makePayoutOffer(context, {
    seller: caller,
    provider: body.provider,
    phone: quotedPhone(body),
    amount: exactAmount(numberText('amount'), body.currency),
  })
}
