import { randomUUIDv7 } from 'node:crypto'
import Type from 'typebox'
import type { CheckoutDraft } from '#domain/checkouts/checkout.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { linkDisplayOf } from '#domain/pricing/display.ts'
import { fail, fieldsError } from '#domain/errors/errors.ts'
import { asId, type CheckoutId } from '#domain/ids.ts'
import { type Money, parseAmount } from '#domain/money/money.ts'
import { createCheckout } from '#use-cases/checkouts/create.ts'
import { findReplay, type IdempotencyScope } from '#db/idempotency.ts'
import { onPool } from '#db/sql.ts'
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
import { presentCheckout } from '#api/present/checkout.ts'
import { readBasis } from '#use-cases/pricing/offer.ts'
import { refuseUnpayable } from '#use-cases/pricing/payable-price.ts'
import { checkout as checkoutSchema } from '#api/schemas/checkout.ts'
import { storedAnswer } from '#api/transactions/accepted.ts'
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
      const { caller, requestId } = input
      const { database, outbox } = context
      const idempotency = idempotencyOf(context, input)
      // Before the rules: the code of a repeated request is there already.
      const replay =
        idempotency && (await findReplay(onPool(database.pool), database.keyring, idempotency))
      if (replay) return storedAnswer(replay, addressOf)
      const draft = await draftCheckout(context, input)
      const created = await createCheckout(database, outbox, {
        draft,
        apiKeyId: caller.apiKeyId,
        idempotency,
        respond: (record) => ({
          status: 201,
          requestId,
          body: envelopeText(requestId, {
            data: presentCheckout(record, {
              url: context.payUrl({ id: record.id, seller: caller }),
              transaction: null,
              reader: caller.kind,
            }),
          }),
        }),
      })
      return storedAnswer(created, addressOf)
    },
  })
}

/** Without a currency the amount is of the service's, which is known later: its decimals are then checked with it. */
function amountErrors(text: string | undefined, currency: CreateInput['body']['currency']) {
  if (text === undefined || currency === undefined) return []
  const amount = parseAmount(text, currency)
  return amount.ok ? [] : [{ field: 'amount', code: amount.code }]
}

function idempotencyOf({ database }: ApiContext, input: CreateInput): IdempotencyScope | null {
  const { caller, idempotencyKey } = input
  if (idempotencyKey === null) return null
  return {
    serviceEnvId: caller.serviceEnvId,
    holderId: caller.apiKeyId,
    route: 'POST /v2/checkouts',
    key: idempotencyKey,
    fingerprint: database.keyring.mac('idempotency', input.canonicalRequest),
  }
}

async function draftCheckout(context: ApiContext, input: CreateInput): Promise<CheckoutDraft> {
  const { caller, body: wanted, numberText } = input
  const basis = await readBasis(context, caller.serviceEnvId)
  const { serviceCurrency } = basis.terms
  const price = priceOf(numberText('amount'), wanted.currency ?? serviceCurrency)
  const channel = caller.channel === 'pos' ? 'pos' : 'shop'
  await refuseUnpayable(context, { seller: { ...caller, channel }, price, basis })
  const display = linkDisplayOf(
    { currency: price.currency, amount: price },
    { serviceCurrency, rates: basis.rates },
  )
  if (display === undefined) {
    throw fail('exchange_rate_unavailable', { from: price.currency, to: serviceCurrency })
  }
  return {
    id: asId<CheckoutId>(randomUUIDv7()),
    serviceEnvId: caller.serviceEnvId,
    mode: caller.mode,
    channel,
    terminalId: caller.terminalId,
    collaboratorId: caller.collaboratorId,
    cashSessionId: caller.cashSessionId ?? null,
    price,
    display,
    description: wanted.description ?? null,
    expiresInSeconds: wanted.expires_in ?? expiresInDefault,
  }
}

function priceOf(text: string | undefined, currency: CurrencyCode): Money {
  const amount = parseAmount(text ?? '', currency)
  if (!amount.ok) throw fieldsError([{ field: 'amount', code: amount.code }])
  return amount.value
}

function addressOf(id: string): string {
  return `/v2/checkouts/${id}`
}
