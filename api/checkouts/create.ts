import Type from 'typebox'
import { parseAmount } from '#domain/money/money.ts'
import type { ApiContext } from '#http/context.ts'
import { envelopeText } from '#http/envelope.ts'
import {
  amountField,
  currencyField,
  descriptionField,
  expiresInDefault,
  expiresInField,
} from '#http/fields.ts'
import { route, type RouteInput } from '#http/route.ts'
import {
  type CheckoutOrder,
  type CheckoutRequest,
  createCheckout,
} from '#use-cases/checkouts/create.ts'
import { presentCheckout } from '#api/present/checkout.ts'
import { checkout as checkoutSchema } from '#api/schemas/checkout.ts'
import { keyedRequest, storedAnswer } from '#api/transactions/accepted.ts'
import { checkoutKeys } from './fields.ts'

const body = Type.Object({
  amount: amountField,
  currency: Type.Optional(currencyField),
  expires_in: Type.Optional(expiresInField),
  description: Type.Optional(descriptionField),
})
type CreateInput = RouteInput<
  Type.Static<typeof body>,
  unknown,
  unknown,
  typeof checkoutKeys,
  'optional'
>

/** Makes the QR code of a sale; whoever scans it pays (docs/checkouts-and-terminals.md#checkouts). */
export function createCheckoutRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/checkouts',
    keys: checkoutKeys,
    summary: 'Créer un code QR de caisse',
    answer: { object: checkoutSchema },
    idempotency: 'optional',
    success: 201,
    body,
    checkFields: ({ body: { currency }, numberText }) =>
      amountErrors(numberText('amount'), currency),
    async handler(input) {
      const created = await createCheckout(context, requestOf(context, input), orderOf(input))
      return storedAnswer(created, (id) => `/v2/checkouts/${id}`)
    },
  })
}

/** Without a currency the amount is of the service's, which is known later: its decimals are then checked with it. */
function amountErrors(text: string | undefined, currency: CreateInput['body']['currency']) {
  if (text === undefined || currency === undefined) return []
  const amount = parseAmount(text, currency)
  return amount.ok ? [] : [{ field: 'amount', code: amount.code }]
}

function requestOf(context: ApiContext, input: CreateInput): CheckoutRequest {
  const { caller, requestId, idempotencyKey } = input
  return {
    keyed:
      idempotencyKey === null
        ? null
        : keyedRequest({ ...input, idempotencyKey }, 'POST /v2/checkouts'),
    requestId,
    respond(record) {
      const url = context.payUrl({ id: record.id, seller: caller })
      const data = presentCheckout(record, { url, transaction: null, reader: caller.kind })
      return { status: 201, body: envelopeText(requestId, { data }) }
    },
  }
}

function orderOf({ caller, body: wanted, numberText }: CreateInput): CheckoutOrder {
  const { currency, description, expires_in: expiresIn } = wanted
  return {
    seller: caller,
    apiKeyId: caller.apiKeyId,
    amount: { sourceText: numberText('amount'), ...(currency && { currency }) },
    description: description ?? null,
    expiresInSeconds: expiresIn ?? expiresInDefault,
  }
}
