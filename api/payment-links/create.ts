import type { CurrencyCode } from '#domain/money/currency.ts'
import { type Money, parseAmount } from '#domain/money/money.ts'
import type { PaymentLinkTerms } from '#domain/payment-links/payment-link.ts'
import { paymentLinkDetails as detailsSchema } from '#api/schemas/payment-link-details.ts'
import { keyedRequest, storedAnswer } from '#api/transactions/accepted.ts'
import { addedVersion } from '#http/added-version.ts'
import type { ApiContext } from '#http/context.ts'
import { envelopeText } from '#http/envelope.ts'
import { route } from '#http/route.ts'
import { createPaymentLinkOnce } from '#use-cases/payment-links/create.ts'
import { readServiceSettings } from '#use-cases/settings/read.ts'
import { about } from './about-manage.ts'
import { addressErrors, newLink, presented, termsIn } from './terms.ts'

/** Creates a payment link: a shop sends its customer there and never handles a card. */
export function createPaymentLinkRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/payment-links',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Créer un lien de paiement',
    about: about.createPaymentLink,
    answer: { object: detailsSchema },
    idempotency: 'optional',
    success: 201,
    body: newLink,
    checkFields: ({ body, caller }) => addressErrors(body, caller.mode),
    async handler({ caller, body, numberText, requestId, idempotencyKey, canonicalRequest }) {
      const { database } = context
      const { serviceEnvId, mode } = caller
      const currency = body.currency ?? (await readServiceSettings(database, serviceEnvId)).currency
      const request = {
        keyed:
          idempotencyKey === null
            ? null
            : keyedRequest({ caller, idempotencyKey, canonicalRequest }, 'POST /v2/payment-links'),
        requestId,
        respond: (link: Parameters<typeof presented>[1]) => ({
          status: 201,
          body: envelopeText(requestId, { data: presented(context, link) }),
        }),
      }
      const made = await createPaymentLinkOnce(database, request, {
        ...untold,
        serviceEnvId,
        mode,
        title: body.title,
        currency,
        price: amountIn(numberText('amount'), currency),
        minAmount: amountIn(numberText('min_amount'), currency),
        maxAmount: amountIn(numberText('max_amount'), currency),
        ...termsIn(body),
      })
      return storedAnswer(made, (id) => `/v2/payment-links/${id}/details`)
    },
  })
}

/** Defaults of a link created by the API: one sale. */
const untold: Omit<PaymentLinkTerms, 'title' | 'price' | 'minAmount' | 'maxAmount'> = {
  description: null,
  maxPayments: 1,
  expiresAt: null,
  customFields: [],
  redirectUrl: null,
  successMessage: null,
  metadata: {},
}

/**
 * Null if none is given. An amount that the currency cannot have becomes 0, which is refused with the other terms.
 */
function amountIn(text: string | undefined, currency: CurrencyCode): Money | null {
  if (text === undefined) return null
  const amount = parseAmount(text, currency)
  return amount.ok ? amount.value : { minor: 0n, currency }
}
